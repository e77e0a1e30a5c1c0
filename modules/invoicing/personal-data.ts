import type { PersonalData } from '#src/runtime/module.ts';
import { papersOfBuyer } from './read-own-papers.ts';

/**
 * Issued papers cannot be erased: retention is 7 years in Austria, 8 in Germany, 10 in Switzerland. They contain no
 * mail address, telephone, participants or card digits.
 */
export const invoicingData: PersonalData = {
  async collect(reader, userId) {
    return { papers: await papersOfBuyer(reader, userId) };
  },
  erase: async () => {},
};
