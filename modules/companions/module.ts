import type { ShopModule } from '#src/platform/module.ts';
import { companionApi } from './api.ts';
import { companionPages } from './pages.tsx';
import { companionData } from './personal-data.ts';

export const companionsModule: ShopModule = {
  name: 'companions',
  problems: {},
  routes: [...companionApi, ...companionPages],
  personalData: companionData,
};
