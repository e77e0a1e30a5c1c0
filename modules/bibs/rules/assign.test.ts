import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignBibs, inSequence, type Numbered, type PlannedItem, secondsOf } from './assign.ts';
import { type BibRange, countOf, numbersIn } from './ranges.ts';

const range = (first: number, last: number, more: Partial<BibRange> = {}): BibRange => ({
  competitionId: 1,
  first,
  last,
  block: 0,
  gap: 0,
  reserve: 0,
  ...more,
});
const person = (id: number, more: Partial<Numbered> = {}): Numbered => ({
  id,
  competitionId: 1,
  bib: null,
  orderDate: id,
  orderId: id,
  teamId: id,
  firstName: 'Zoë',
  lastName: `L${id}`,
  club: null,
  seed: null,
  ...more,
});
const heldBy = (people: readonly Numbered[]) =>
  new Map(people.flatMap(({ id, bib }) => (bib === null ? [] : [[bib, id] as const])));
const options = { sequence: 'orderDate', competitionIds: null, reassign: false } as const;
const given = (items: readonly PlannedItem[]) =>
  Object.fromEntries(
    items.filter(({ outcome }) => outcome === 'set').map(({ participantId, after }) => [participantId, after]),
  );

test('leaves gaps and the reserve of a range free', () => {
  expect([...numbersIn(range(1, 10))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([...numbersIn(range(1, 10, { block: 3, gap: 2 }))]).toEqual([1, 2, 3, 6, 7, 8]);
  expect([...numbersIn(range(1, 10, { block: 3, gap: 2, reserve: 3 }))]).toEqual([1, 2, 3, 6, 7]);
  fc.assert(
    fc.property(
      fc.record({
        first: fc.integer({ min: 1, max: 50 }),
        size: fc.integer({ min: 0, max: 60 }),
        block: fc.integer({ min: 0, max: 7 }),
        gap: fc.integer({ min: 1, max: 5 }),
        reserve: fc.integer({ min: 0, max: 70 }),
      }),
      ({ first, size, block, gap, reserve }) => {
        const made = range(first, first + size, { block, gap: block === 0 ? 0 : gap, reserve });
        expect([...numbersIn(made)].length).toBe(countOf(made));
      },
    ),
  );
});

test('who comes first: order date, name, club, seed time', () => {
  const people = [
    person(1, { lastName: 'Zwettler', club: 'LC Donau', seed: '45:10' }),
    person(2, { lastName: 'Öhler', club: null, seed: null }),
    person(3, { lastName: 'Adam', club: 'ÄTSV', seed: '1:02:00' }),
    person(4, { lastName: 'Berger', club: 'lc donau', seed: '39,5' }),
    person(5, { lastName: 'Ohm', club: 'atsv', seed: 'keine Ahnung' }),
  ];
  const inTurn = (sequence: 'orderDate' | 'name' | 'club' | 'seedTime') =>
    assignBibs(people, [range(1, 9)], new Map(), { ...options, sequence })
      .items.toSorted((a, b) => Number(a.after) - Number(b.after))
      .map(({ participantId }) => participantId);
  expect(inTurn('orderDate')).toEqual([1, 2, 3, 4, 5]);
  expect(inTurn('name')).toEqual([3, 4, 2, 5, 1]);
  expect(inTurn('club')).toEqual([3, 5, 4, 1, 2]);
  expect(inTurn('seedTime')).toEqual([4, 1, 3, 2, 5]);
});

test('parses seed times as hours, minutes and seconds, or minutes alone', () => {
  expect(['3:45:10', '45:10', '45', '3:45,6', '39,5', '', 'bald', '1:2:3:4'].map(secondsOf)).toEqual([
    13_510,
    2710,
    2700,
    225.6,
    2370,
    null,
    null,
    null,
  ]);
});

test('whoever has a number keeps it, and it is nobody else’s', () => {
  const people = [person(1), person(2, { bib: '1' }), person(3, { bib: 'VIP' }), person(4)];
  const { items, unchanged } = assignBibs(people, [range(1, 3)], heldBy(people), options);
  expect(given(items)).toEqual({ 1: '2', 4: '3' });
  expect(unchanged).toBe(2);
});

test('reassigns from the first number; a person left over loses a number given to another', () => {
  const people = [person(1, { bib: '3' }), person(2, { bib: '1' }), person(3, { bib: '2' }), person(4, { bib: '99' })];
  const { items } = assignBibs(people, [range(1, 2)], heldBy(people), { ...options, reassign: true });
  expect(given(items)).toEqual({ 1: '1', 2: '2' });
  const left = items.filter(({ outcome }) => outcome === 'full');
  expect(left.map(({ participantId, after }) => [participantId, after])).toEqual([
    [3, null],
    [4, '99'],
  ]);
});

test('reports a competition without ranges and leaves its numbers', () => {
  const people = [person(1, { competitionId: 2 }), person(2, { competitionId: 2, bib: '7' })];
  const { items } = assignBibs(people, [range(1, 9)], heldBy(people), { ...options, reassign: true });
  expect(items).toEqual([{ participantId: 1, before: null, after: null, outcome: 'noRange' }]);
});

/** Applies items in order like `apply-run.ts`: a holder in the way is parked until their own item is applied. */
function appliedTo(
  people: readonly Numbered[],
  items: readonly PlannedItem[],
): { bibs: Map<number, string>; parked: number } {
  const bibs = new Map(people.flatMap(({ id, bib }) => (bib === null ? [] : [[id, bib] as const])));
  const open = new Set(items.filter(({ before, after }) => before !== after).map(({ participantId }) => participantId));
  let parked = 0;
  for (const { participantId, before, after } of items) {
    if (before === after || participantId === null) continue;
    const [holder] = [...bibs].find(([id, bib]) => bib === after && id !== participantId) ?? [];
    if (holder !== undefined) {
      expect(open.has(holder), 'only somebody of the run stands in the way').toBe(true);
      bibs.delete(holder);
      parked += 1;
    }
    open.delete(participantId);
    if (after === null) bibs.delete(participantId);
    else bibs.set(participantId, after);
  }
  return { bibs, parked };
}

test('assigns no number twice and all as planned, with few people parked', () => {
  const people = fc
    .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }), bib: fc.option(fc.integer({ min: 1, max: 40 })) }), {
      selector: ({ id }) => id,
      maxLength: 40,
    })
    .map((rows) => {
      const seen = new Set<number>();
      return rows.map(({ id, bib }) => {
        const isFree = bib !== null && !seen.has(bib);
        if (isFree) seen.add(bib);
        return person(id, { bib: isFree ? String(bib) : null, competitionId: 1 + (id % 2) });
      });
    });
  fc.assert(
    fc.property(people, fc.boolean(), fc.integer({ min: 1, max: 20 }), (starters, reassign, size) => {
      const ranges = [range(1, size), range(21, 20 + size, { competitionId: 2, block: 2, gap: 1 })];
      const { items } = assignBibs(starters, ranges, heldBy(starters), { ...options, reassign });
      const { bibs, parked } = appliedTo(starters, items);
      expect(new Set(bibs.values()).size).toBe(bibs.size);
      for (const { participantId, after } of items) expect(bibs.get(participantId ?? 0) ?? null).toBe(after);
      expect(parked).toBeLessThanOrEqual(Math.floor(items.length / 2));
    }),
  );
});

test('parks one person in a cycle of swaps and none in a chain', () => {
  const item = (participantId: number, before: string | null, after: string | null): PlannedItem => ({
    participantId,
    before,
    after,
    outcome: 'set',
  });
  const people = [1, 2, 3].map((id) => person(id, { bib: String(id) }));
  const chain = inSequence([item(1, '1', '2'), item(2, '2', '3'), item(3, '3', '4')]);
  expect(chain.map(({ participantId }) => participantId)).toEqual([3, 2, 1]);
  expect(appliedTo(people, chain).parked).toBe(0);
  expect(appliedTo(people, inSequence([item(1, '1', '2'), item(2, '2', '3'), item(3, '3', '1')])).parked).toBe(1);
});
