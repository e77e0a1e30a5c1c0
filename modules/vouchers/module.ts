import type { ShopModule } from '#src/runtime/module.ts';
import { vouchersApi } from './api.ts';
import { voucherHandlers } from './handlers.ts';
import { codesRoutes } from './pages/codes-routes.tsx';
import { typePages } from './pages/type-page.tsx';
import { typesPage } from './pages/types-page.tsx';
import { publicVoucherApi } from './public-api.ts';
import { voucherKindsOf } from './read-management.ts';
import { voucherProblems } from './rules/problems.ts';
import { voucherTimes } from './voucher-times.ts';

export const vouchersModule = {
  name: 'vouchers',
  problems: voucherProblems,
  routes: [...publicVoucherApi, ...vouchersApi, typesPage, ...typePages, ...codesRoutes],
  factHandlers: () => voucherHandlers,
  slots: (deps) => ({ voucherKinds: (eventId) => voucherKindsOf(deps.read, eventId), timesAbove: [voucherTimes] }),
} satisfies ShopModule;
