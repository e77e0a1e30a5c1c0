import type { ShopModule } from '#src/platform/module.ts';
import { publicVoucherApi } from './public-api.ts';
import { voucherProblems } from './rules/problems.ts';

export const vouchersModule: ShopModule = {
  name: 'vouchers',
  problems: voucherProblems,
  routes: publicVoucherApi,
};
