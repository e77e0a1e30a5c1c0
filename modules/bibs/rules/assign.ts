import { numberOfBib } from '#modules/orders/rules/bib.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { type BibRange, numbersIn } from './ranges.ts';
import type { AssignOptions, ItemOutcome, Sequence } from './run.ts';

export type Numbered = {
  id: number;
  competitionId: number;
  bib: string | null;
  orderDate: number;
  orderId: number;
  teamId: number;
  firstName: string;
  lastName: string;
  club: string | null;
  seed: string | null;
};

export type PlannedItem = {
  participantId: number | null;
  before: string | null;
  after: string | null;
  outcome: ItemOutcome;
  line?: number | null;
  said?: string | null;
  /** Missing: the chip stays. */
  chip?: string;
};

export type Plan = { items: PlannedItem[]; unchanged: number };

const byOrder = (a: Numbered, b: Numbered): number =>
  a.orderDate - b.orderDate || a.orderId - b.orderId || a.teamId - b.teamId || a.id - b.id;
const byName = (a: Numbered, b: Numbered): number =>
  compareNames(a.lastName, b.lastName) || compareNames(a.firstName, b.firstName) || byOrder(a, b);

/** Parses `3:45:10`, `45:10`, `3:45,6`, or minutes alone. null: not comparable. */
export function secondsOf(text: string | null): number | null {
  const time = text?.trim().replace(',', '.') ?? '';
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d{1,3})?$/.test(time)) return null;
  const [a = 0, b = 0, c] = time.split(':').map(Number);
  return c === undefined ? a * 60 + b : a * 3600 + b * 60 + c;
}

/** Clubs compare without case and accents. No club or no seed time sorts last. */
const sorters: Record<Sequence, (a: Numbered, b: Numbered) => number> = {
  orderDate: byOrder,
  name: byName,
  club: (a, b) => lastNothing(a.club, b.club, compareNames) || byName(a, b),
  seedTime: (a, b) => lastNothing(secondsOf(a.seed), secondsOf(b.seed), (x, y) => x - y) || byOrder(a, b),
};

function lastNothing<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  const isNothing = (value: T | null) => value === null || value === '';
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  return compare(a as T, b as T);
}

/**
 * Assigns numbers. People keep theirs unless `reassign` is set. `held` maps every number at the event to its holder;
 * numbers of people outside of `people` stay.
 */
export function assignBibs(
  people: readonly Numbered[],
  ranges: readonly BibRange[],
  held: ReadonlyMap<string, number>,
  { sequence, competitionIds, reassign }: Pick<AssignOptions, 'sequence' | 'competitionIds' | 'reassign'>,
): Plan {
  const isSelected = ({ competitionId }: Numbered) => competitionIds === null || competitionIds.includes(competitionId);
  const hasRange = new Set(ranges.map(({ competitionId }) => competitionId));
  const selected = people.filter(isSelected);
  const isMoved = ({ bib, competitionId }: Numbered) => bib === null || (reassign && hasRange.has(competitionId));
  const moved = selected.filter(isMoved);
  const movedIds = new Set(moved.map(({ id }) => id));
  const taken = new Set(
    [...held].filter(([, holder]) => !movedIds.has(holder)).flatMap(([bib]) => numberOfBib(bib) ?? []),
  );
  const items: PlannedItem[] = [];
  const given = new Set<string>();
  const without: Numbered[] = [];
  let unchanged = selected.length - moved.length;
  for (const [competitionId, members] of Map.groupBy(moved, (person) => person.competitionId)) {
    const free = numbersOf(ranges, competitionId, taken);
    for (const person of members.sort(sorters[sequence])) {
      const next = free.next();
      if (next.done) {
        without.push(person);
        continue;
      }
      const after = String(next.value);
      given.add(after);
      if (after === person.bib) unchanged += 1;
      else items.push({ participantId: person.id, before: person.bib, after, outcome: 'set' });
    }
  }
  for (const { id, bib, competitionId } of without) {
    const after = bib !== null && given.has(bib) ? null : bib;
    items.push({ participantId: id, before: bib, after, outcome: hasRange.has(competitionId) ? 'full' : 'noRange' });
  }
  return { items: inSequence(items), unchanged };
}

function* numbersOf(ranges: readonly BibRange[], competitionId: number, taken: ReadonlySet<number>): Generator<number> {
  const own = ranges.filter((range) => range.competitionId === competitionId).sort((a, b) => a.first - b.first);
  for (const range of own) for (const number of numbersIn(range)) if (!taken.has(number)) yield number;
}

const isChange = ({ before, after, participantId }: PlannedItem): boolean => participantId !== null && before !== after;

/**
 * Sorts items so that a number is released before it is assigned again. In a cycle (a swap) the holder is parked when
 * its turn comes (`apply-run.ts`).
 */
export function inSequence(items: readonly PlannedItem[]): PlannedItem[] {
  const changes = items.filter(isChange);
  const holder = new Map(changes.flatMap((item) => (item.before === null ? [] : [[item.before, item] as const])));
  const done = new Set<PlannedItem>();
  const sorted: PlannedItem[] = [];
  for (const item of changes) {
    const way: PlannedItem[] = [];
    const onTheWay = new Set<PlannedItem>();
    for (let at: PlannedItem | undefined = item; at && !done.has(at) && !onTheWay.has(at); ) {
      way.push(at);
      onTheWay.add(at);
      at = at.after === null ? undefined : holder.get(at.after);
    }
    for (const each of way.reverse()) {
      done.add(each);
      sorted.push(each);
    }
  }
  return [...sorted, ...items.filter((item) => !isChange(item))];
}
