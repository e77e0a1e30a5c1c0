import { refoldJob } from '#modules/orders/index.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import { companionApi } from './api.ts';
import { companionPages } from './pages.tsx';
import { companionData } from './personal-data.ts';

export const companionsModule = {
  name: 'companions',
  problems: {},
  jobs: (deps) => [refoldJob('companions')(deps)],
  routes: [...companionApi, ...companionPages],
  personalData: companionData,
} satisfies ShopModule;
