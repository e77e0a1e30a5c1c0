import type { PersonalData } from '#src/runtime/module.ts';
import { forgetAllCompanions } from './forget-companion.ts';
import { companionShape, companionsOf } from './read-companions.ts';

export const companionData: PersonalData = {
  async collect(reader, userId) {
    return { companions: (await companionsOf(reader, userId)).map(companionShape) };
  },
  erase: forgetAllCompanions,
};
