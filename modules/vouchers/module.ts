import type { ShopModule } from '#src/runtime/module.ts';
import { publicVoucherApi, vouchersApi } from './api.ts';
import { voucherHandlers, voucherTimes } from './copy-voucher-types.ts';
import { codesRoutes } from './pages/codes-page.tsx';
import { typePages } from './pages/type-page.tsx';
import { typesPage } from './pages/types-page.tsx';
import { voucherKindsOf } from './read-management.ts';
import { voucherProblems } from './rules/problems.ts';

export const vouchersModule = {
  name: 'vouchers',
  problems: voucherProblems,
  routes: [...publicVoucherApi, ...vouchersApi, typesPage, ...typePages, ...codesRoutes],
  factHandlers: () => voucherHandlers,
  slots: (deps) => ({ voucherKinds: (eventId) => voucherKindsOf(deps.read, eventId), timesAbove: [voucherTimes] }),
} satisfies ShopModule;
