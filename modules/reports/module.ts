import type { ShopModule } from '#src/runtime/module.ts';
import { exportApi } from './exports/api.ts';
import { exportMailTypes } from './exports/export-mail.ts';
import { exportPages } from './exports/pages.tsx';
import { exportsJobs } from './exports/run-exports.ts';
import { reportProblems } from './rules/problems.ts';
import { statisticsRoutes } from './statistics/routes.ts';

export const reportsModule = {
  name: 'reports',
  problems: reportProblems,
  routes: [...statisticsRoutes, ...exportApi, ...exportPages],
  jobs: exportsJobs,
  mailTypes: exportMailTypes,
} satisfies ShopModule;
