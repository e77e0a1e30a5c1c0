import { numberOfBib } from '#modules/orders/rules/bib.ts';
import { compareNames } from '#src/kernel/fold.ts';
import { type BibRange, numbersIn } from './ranges.ts';
import type { AssignOptions, Sequence } from './run.ts';
import type { ItemOutcome } from './run-item.ts';

/** Somebody who starts, with what decides on the number. */
export type Numbered = {
  id: number;
  competitionId: number;
  bib: string | null;
  /** Of the order. */
  orderDate: number;
  orderId: number;
  teamId: number;
  firstName: string;
  lastName: string;
  club: string | null;
  /** What they answered to the question for their seed time. */
  seed: string | null;
};

export type PlannedItem = {
  participantId: number | null;
  before: string | null;
  after: string | null;
  outcome: ItemOutcome;
  line?: number | null;
  said?: string | null;
};

export type Plan = { items: PlannedItem[]; kept: number };

const byOrder = (a: Numbered, b: Numbered): number =>
  a.orderDate - b.orderDate || a.orderId - b.orderId || a.teamId - b.teamId || a.id - b.id;
const byName = (a: Numbered, b: Numbered): number =>
  compareNames(a.lastName, b.lastName) || compareNames(a.firstName, b.firstName) || byOrder(a, b);

/**
 * Seconds of `3:45:10`, `45:10`, `3:45,6`, or of minutes alone, so that a question that asks for a number sorts by it.
 * null: nothing that could be compared.
 */
export function secondsOf(text: string | null): number | null {
  const time = text?.trim().replace(',', '.') ?? '';
  if (!/^\d{1,6}(:\d{1,2}){0,2}(\.\d{1,3})?$/.test(time)) return null;
  const [a = 0, b = 0, c] = time.split(':').map(Number);
  return c === undefined ? a * 60 + b : a * 3600 + b * 60 + c;
}

/** Clubs stand together whatever their case and accents; whoever has none comes last, as do those without a seed time. */
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
 * Who gets which number. Whoever has one keeps it, unless all are given anew. `held`: every number that somebody at the
 * event has now, and whose it is; those of people who are not among `people` stay theirs.
 */
export function assignBibs(
  people: readonly Numbered[],
  ranges: readonly BibRange[],
  held: ReadonlyMap<string, number>,
  { sequence, competitionIds, reassign }: Pick<AssignOptions, 'sequence' | 'competitionIds' | 'reassign'>,
): Plan {
  const isAsked = ({ competitionId }: Numbered) => competitionIds === null || competitionIds.includes(competitionId);
  const hasRange = new Set(ranges.map(({ competitionId }) => competitionId));
  const asked = people.filter(isAsked);
  const isMoved = ({ bib, competitionId }: Numbered) => bib === null || (reassign && hasRange.has(competitionId));
  const moved = asked.filter(isMoved);
  const movedIds = new Set(moved.map(({ id }) => id));
  const taken = new Set(
    [...held].filter(([, holder]) => !movedIds.has(holder)).flatMap(([bib]) => numberOfBib(bib) ?? []),
  );
  const items: PlannedItem[] = [];
  const given = new Set<string>();
  const without: Numbered[] = [];
  let kept = asked.length - moved.length;
  for (const [competitionId, those] of Map.groupBy(moved, (person) => person.competitionId)) {
    const free = numbersOf(ranges, competitionId, taken);
    for (const person of those.sort(sorters[sequence])) {
      const next = free.next();
      if (next.done) {
        without.push(person);
        continue;
      }
      const after = String(next.value);
      given.add(after);
      if (after === person.bib) kept += 1;
      else items.push({ participantId: person.id, before: person.bib, after, outcome: 'set' });
    }
  }
  // Whose number somebody else gets has none then; any other old number may stay.
  for (const { id, bib, competitionId } of without) {
    const after = bib !== null && given.has(bib) ? null : bib;
    items.push({ participantId: id, before: bib, after, outcome: hasRange.has(competitionId) ? 'full' : 'noRange' });
  }
  return { items: inSequence(items), kept };
}

function* numbersOf(ranges: readonly BibRange[], competitionId: number, taken: ReadonlySet<number>): Generator<number> {
  const own = ranges.filter((range) => range.competitionId === competitionId).sort((a, b) => a.first - b.first);
  for (const range of own) for (const number of numbersIn(range)) if (!taken.has(number)) yield number;
}

const isChange = ({ before, after, participantId }: PlannedItem): boolean => participantId !== null && before !== after;

/**
 * The items so that a number is given up before somebody else gets it. Where that is impossible, because people swap, the
 * one who stands in the way gives it up for a moment when it is their turn (`apply-run.ts`).
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
