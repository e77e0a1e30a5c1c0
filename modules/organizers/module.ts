import type { ShopModule } from '#src/platform/module.ts';
import { organizerApi } from './api.ts';
import { organizerPages } from './pages.tsx';
import { organizerData } from './personal-data.ts';
import { organizerProblems } from './rules/problems.ts';

export const organizersModule: ShopModule = {
  name: 'organizers',
  problems: organizerProblems,
  routes: [...organizerApi, ...organizerPages],
  personalData: organizerData,
};
