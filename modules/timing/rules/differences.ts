import { fieldsHere } from './fields.ts';

export type Winner = 'ours' | 'theirs';
/** A job works on `applying` and `undoing`, because they need network calls. */
export type RunState = 'open' | 'applying' | 'applied' | 'undoing' | 'undone';
/** `done`: both sides have the winning value. `left`: the field was empty before and stays filled. */
export type DifferenceState = 'open' | 'done' | 'failed' | 'undone' | 'left';

/** Named as at RACE RESULT. */
export const comparedFields = ['Bib', ...(Object.keys(fieldsHere) as (keyof typeof fieldsHere)[]), 'Contest'] as const;
export type ComparedField = (typeof comparedFields)[number];
export const isComparedField = (name: string): name is ComparedField => comparedFields.some((field) => field === name);

export type Values = Readonly<Partial<Record<ComparedField, string>>>;
export type Difference = { field: ComparedField; ours: string; theirs: string };

/** Normalizes values with the same meaning. */
function plain(field: ComparedField, value: string | undefined): string {
  const text = (value ?? '').trim().normalize('NFC');
  if (field === 'Bib' || field === 'Contest') return text === '0' ? '' : text;
  if (field === 'Sex') return text.toLowerCase() === 'w' ? 'f' : text.toLowerCase();
  if (field === 'Nation') return text.toUpperCase();
  if (field === 'DateOfBirth') return /^(?:0|1899-12-30)/.test(text) ? '' : text.slice(0, 10);
  return field === 'Email' ? text.toLowerCase() : text;
}

export const differencesOf = (ours: Values, theirs: Values): Difference[] =>
  comparedFields
    .map((field) => ({ field, ours: plain(field, ours[field]), theirs: plain(field, theirs[field]) }))
    .filter(({ ours: here, theirs: there }) => here !== there);

/** Empty values never win. The competition is decided here, because it has a price and a quota. */
export function mayWin({ field, ours, theirs }: { field: string; ours: string; theirs: string }): Winner[] {
  if (ours === '') return field === 'Contest' ? [] : ['theirs'];
  return theirs === '' || field === 'Contest' ? ['ours'] : ['ours', 'theirs'];
}
