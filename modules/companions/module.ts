import { refoldJob } from '#modules/orders/index.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { companionApi } from './api.ts';
import { companionPages } from './pages.tsx';
import { companionShape, companionsOf } from './read-companions.ts';
import { forgetAllCompanions } from './save-companion.ts';

export const companionData: PersonalData = {
  async collect(reader, userId) {
    return { companions: (await companionsOf(reader, userId)).map(companionShape) };
  },
  erase: forgetAllCompanions,
};

export const companionsModule = {
  name: 'companions',
  problems: {},
  jobs: (deps) => [refoldJob('companions')(deps)],
  routes: [...companionApi, ...companionPages],
  personalData: companionData,
} satisfies ShopModule;
