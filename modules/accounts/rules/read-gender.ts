import { folded } from '#src/kernel/fold.ts';
import type { Gender } from './genders.ts';

/** As in lists and spreadsheets. */
const spellings: Readonly<Record<Gender, string>> = {
  female: 'w f female weiblich frau woman women damen madchen girl',
  male: 'm male mannlich mann man men herren bub junge boy',
  diverse: 'd x divers diverse nonbinary nichtbinar',
};
const genders = new Map(
  (Object.keys(spellings) as Gender[]).flatMap((gender) =>
    spellings[gender].split(' ').map((text) => [text, gender] as const),
  ),
);

/** The gender that a cell of a list names; null: none that is known. */
export const readGender = (text: string): Gender | null => genders.get(folded(text).replace(/[^a-z]/g, '')) ?? null;
