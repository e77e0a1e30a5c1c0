import { fieldsHere } from './values-here.ts';

/** Whose value holds where both say something else. */
export type Winner = 'ours' | 'theirs';
/** `applying` and `undoing` are worked off by a job, since some of it goes over the network. */
export type RunState = 'open' | 'applying' | 'applied' | 'undoing' | 'undone';
/** `done`: both are what the winner was; `undone`: what they were; `left`: it was empty before, and stays filled. */
export type DifferenceState = 'open' | 'done' | 'failed' | 'undone' | 'left';

/** What is compared, as RACE RESULT calls it. */
export const comparedFields = ['Bib', ...(Object.keys(fieldsHere) as (keyof typeof fieldsHere)[]), 'Contest'] as const;
export type ComparedField = (typeof comparedFields)[number];
export const isComparedField = (name: string): name is ComparedField => comparedFields.some((field) => field === name);

export type Values = Readonly<Partial<Record<ComparedField, string>>>;
export type Difference = { field: ComparedField; ours: string; theirs: string };

/** One written form of what means the same. */
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

/**
 * Who may win: an empty value never does, and which competition somebody starts in is decided here, where it has a price
 * and a quota.
 */
export function mayWin({ field, ours, theirs }: { field: string; ours: string; theirs: string }): Winner[] {
  if (ours === '') return field === 'Contest' ? [] : ['theirs'];
  return theirs === '' || field === 'Contest' ? ['ours'] : ['ours', 'theirs'];
}
