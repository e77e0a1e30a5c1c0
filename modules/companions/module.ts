import * as z from 'zod';
import { refoldJob } from '#modules/orders/index.ts';
import type { PersonalData, ShopModule } from '#src/runtime/module.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { companionAnswer, companionApi } from './api.ts';
import { companionPages } from './pages.tsx';
import { companionsOf } from './read-companions.ts';
import { forgetAllCompanions } from './save-companion.ts';

export const companionData: PersonalData = {
  async collect(reader, userId) {
    return { companions: encodeAnswer(z.array(companionAnswer), await companionsOf(reader, userId)) };
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
