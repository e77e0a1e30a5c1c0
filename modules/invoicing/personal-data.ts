import type { PersonalData } from '#src/runtime/module.ts';
import { papersOfBuyer } from './read-own-papers.ts';

/**
 * The law wants issued papers to be kept as they are, 7 years in Austria, 8 in Germany, 10 in Switzerland, so nothing of
 * them is erased. They hold no more than that: neither mail address nor telephone, nor who starts, nor digits of a card.
 */
export const invoicingData: PersonalData = {
  async collect(reader, userId) {
    return { papers: await papersOfBuyer(reader, userId) };
  },
  erase: async () => {},
};
