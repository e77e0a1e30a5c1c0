import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignWaves, evenShares, type Wave, type WavePerson } from './waves.ts';

const wave = (id: number, size: number, more: Partial<Wave> = {}): Wave => ({
  ...{ id, competitionId: 1, startsAt: id * 600_000, size, isLocked: false },
  ...more,
});
const person = (id: number, more: Partial<WavePerson> = {}): WavePerson => ({
  ...{ id, competitionId: 1, club: null, answer: null, waveId: null, isByHand: false },
  ...more,
});
const countsOf = (changes: { waveId: number | null }[]) =>
  Object.fromEntries([...Map.groupBy(changes, ({ waveId }) => String(waveId))].map(([id, all]) => [id, all.length]));

test('500 people by expected time: the fastest first, every wave filled alike', () => {
  const people = Array.from({ length: 500 }, (_, at) => person(at + 1, { answer: `${60 + ((at * 37) % 120)}:00` }));
  const waves = [wave(1, 150), wave(2, 150), wave(3, 150), wave(4, 150)];
  const changes = assignWaves(people, waves, 'expectedTime');
  expect(countsOf(changes)).toEqual({ 1: 125, 2: 125, 3: 125, 4: 125 });
  const timesIn = (id: number) =>
    changes
      .filter(({ waveId }) => waveId === id)
      .map(({ participantId }) => Number(people[participantId - 1]?.answer?.split(':')[0]));
  for (const id of [1, 2, 3]) expect(Math.max(...timesIn(id))).toBeLessThanOrEqual(Math.min(...timesIn(id + 1)));
});

test('waves of different sizes fill in proportion, and people beyond all places get no wave', () => {
  const people = Array.from({ length: 500 }, (_, at) => person(at + 1));
  expect(countsOf(assignWaves(people, [wave(1, 300), wave(2, 100)], 'orderDate'))).toEqual({ 1: 300, 2: 100 });
  expect(countsOf(assignWaves(people.slice(0, 200), [wave(1, 300), wave(2, 100)], 'orderDate'))).toEqual({
    1: 150,
    2: 50,
  });
});

test('clubs and equal answers start together where a wave has room', () => {
  const people = [
    ...Array.from({ length: 6 }, (_, at) => person(at + 1, { club: 'LC Linz', answer: 'B' })),
    ...Array.from({ length: 4 }, (_, at) => person(at + 7, { club: 'lc wels ', answer: 'A' })),
    ...Array.from({ length: 2 }, (_, at) => person(at + 11)),
  ];
  const waves = [wave(1, 6), wave(2, 6)];
  const byClub = new Map(assignWaves(people, waves, 'club').map((each) => [each.participantId, each.waveId]));
  expect(people.map(({ id }) => byClub.get(id))).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
  const byAnswer = new Map(assignWaves(people, waves, 'answer').map((each) => [each.participantId, each.waveId]));
  expect(people.map(({ id }) => byAnswer.get(id)).slice(0, 10)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 1]);
});

test('people set by hand and people in locked waves stay and take their places', () => {
  const people = [
    person(1, { waveId: 2, isByHand: true }),
    person(2, { waveId: 3 }),
    person(3, { waveId: 1 }),
    person(4),
    person(5, { competitionId: 9 }),
  ];
  const waves = [wave(1, 1), wave(2, 2), wave(3, 5, { isLocked: true })];
  expect(assignWaves(people, waves, 'orderDate')).toEqual([{ participantId: 4, waveId: 2 }]);
});

test('shares add up, are even, and stay within the rooms', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 12 }), fc.nat(3000), (rooms, count) => {
      const shares = evenShares(rooms, count);
      const all = rooms.reduce((a, b) => a + b, 0);
      expect(shares.reduce((a, b) => a + b, 0)).toBe(Math.min(count, all));
      for (const [at, share] of shares.entries()) {
        expect(share).toBeLessThanOrEqual(rooms[at] ?? 0);
        if (all > 0) expect(Math.abs(share - (Math.min(count, all) * (rooms[at] ?? 0)) / all)).toBeLessThan(1);
      }
    }),
  );
});
