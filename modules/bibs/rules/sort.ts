import { numberOfBib } from '#modules/orders/rules/bib.ts';
import { compareNames } from '#src/kernel/fold.ts';

export type Sortable = {
  id: number;
  bib: string | null;
  lastName: string;
  firstName: string;
  club: string | null;
  competitionId: number;
  waveStart: number | null;
};
type Compare = (a: Sortable, b: Sortable) => number;

const byName: Compare = (a, b) =>
  compareNames(a.lastName, b.lastName) || compareNames(a.firstName, b.firstName) || a.id - b.id;
/** Numeric order; then numbers with letters; people without a number last. */
const byBib: Compare = (a, b) => {
  const rank = ({ bib }: Sortable) => numberOfBib(bib) ?? (bib === null ? 2e9 : 1e9);
  return rank(a) - rank(b) || compareNames(a.bib ?? '', b.bib ?? '') || byName(a, b);
};
const byClub: Compare = (a, b) =>
  Number(!a.club) - Number(!b.club) || compareNames(a.club ?? '', b.club ?? '') || byName(a, b);

const lastStart = Number.MAX_SAFE_INTEGER;

export const paperSorts = ['bib', 'name', 'club'] as const;
/** `orderDate`: in the sequence of the orders. */
export const listSorts = [...paperSorts, 'competition', 'wave', 'orderDate'] as const;
export type ListSort = (typeof listSorts)[number];

/** `competitionIds`: the competitions in the order of the event. */
export function sortPeople<P extends Sortable>(
  people: readonly P[],
  sort: ListSort,
  competitionIds: readonly number[] = [],
): P[] {
  const place = new Map(competitionIds.map((id, at) => [id, at]));
  const placeOf = ({ competitionId }: Sortable) => place.get(competitionId) ?? competitionIds.length;
  const compare: Record<ListSort, Compare> = {
    bib: byBib,
    name: byName,
    club: byClub,
    competition: (a, b) => placeOf(a) - placeOf(b) || byBib(a, b),
    // Without a wave last.
    wave: (a, b) => (a.waveStart ?? lastStart) - (b.waveStart ?? lastStart) || byBib(a, b),
    orderDate: (a, b) => a.id - b.id,
  };
  return people.toSorted(compare[sort]);
}
