import type { ShopModule } from '#src/platform/module.ts';
import { invoicingProblems } from './rules/problems.ts';

export const invoicingModule: ShopModule = {
  name: 'invoicing',
  problems: invoicingProblems,
  routes: [],
};
