import type { ShopModule } from '#src/runtime/module.ts';
import { companyApi } from './api.ts';
import { monthlyBillsJob, remindBillsJob } from './company-jobs.ts';
import { companyMailTypes } from './mails/mail-types.ts';
import { companyManagePages } from './management/pages.tsx';
import { memberPages } from './pages/member-pages.tsx';
import { companyData } from './personal-data.ts';
import { companiesPageOf, ordersOfBills } from './read-companies.ts';
import { companyProblems } from './rules/problems.ts';

export const companiesModule = {
  name: 'companies',
  problems: companyProblems,
  routes: [...companyApi, ...memberPages, ...companyManagePages],
  jobs: (deps) => [monthlyBillsJob(deps), remindBillsJob(deps)],
  mailTypes: companyMailTypes,
  personalData: companyData,
  slots: (deps) => ({ ordersOfBills, companiesPage: (email) => companiesPageOf(deps.read, email) }),
} satisfies ShopModule;
