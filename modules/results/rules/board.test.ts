import { expect, test } from 'vitest';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type BoardInput, boardOf, foundIn } from './board.ts';
import { classesOf } from './ranks.ts';

const input = (id: number, change: Partial<BoardInput> = {}): BoardInput => ({
  id,
  participantId: id,
  firstName: 'Anna',
  lastName: `Huber${id}`,
  birthDate: '1990-05-01',
  birthYear: null,
  gender: 'female',
  club: 'LC Linz',
  nation: 'AT',
  bib: String(100 + id),
  teamId: null,
  teamName: null,
  choice: null,
  timeMs: 1000 * id,
  status: 'finished',
  splits: [{ name: '5 km', timeMs: 500 * id }],
  ...change,
});
const rules = {
  day: '2026-05-01' as CalendarDate,
  maxAge: 0,
  classes: classesOf('fives', ''),
  teamsBy: 'club' as const,
  teamSize: 2,
};

test('whoever said no keeps time and rank and nothing that tells who it is, and is found by nothing', () => {
  const board = boardOf([input(1), input(2, { choice: false }), input(3)], rules);
  const [, hidden] = board.rows;
  expect(hidden).toMatchObject({
    rank: 2,
    classRank: 2,
    isNamed: false,
    name: '',
    bib: null,
    club: null,
    nation: null,
  });
  expect(hidden).toMatchObject({ team: null, teamName: null, splits: [], words: [] });
  for (const q of ['Huber2', 'LC Linz', '102', 'anonym'])
    expect(foundIn(board, { q, gender: '', ageClass: '' }).map(({ id }) => id)).not.toContain(2);
  expect(foundIn(board, { q: 'hub', gender: '', ageClass: '' }).map(({ id }) => id)).toEqual([1, 3]);
  // Nor does the sum of a club tell that somebody is in it.
  expect(board.teams.map(({ members }) => members.map(({ id }) => id))).toEqual([[1, 3]]);
});

test('minors stand there without a name, and a class alone tells of ages', () => {
  const { rows } = boardOf([input(1, { birthDate: '2012-05-01' })], rules);
  expect(rows[0]).toMatchObject({ isNamed: false, ageClass: 'WU20' });
  expect(Object.keys(rows[0] ?? {})).not.toContain('birthYear');
});

test('words are found by how they begin, without accents; signs alone find nobody', () => {
  const board = boardOf([input(1, { firstName: 'Zoë', lastName: 'Wałęsa-Gruß' })], rules);
  const find = (q: string) => foundIn(board, { q, gender: '', ageClass: '' }).length;
  expect([find('zoe wal'), find('gruss'), find('101'), find('oe'), find('?!'), find('')]).toEqual([1, 1, 1, 0, 0, 1]);
});

test('20,000 results are ranked, searched and paged in a moment', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => input(at + 1, { timeMs: 1 + ((at * 7919) % 15_000) }));
  // The time of this process, for others may be at work beside it.
  const spent = () => process.cpuUsage().user / 1000;
  const began = spent();
  const board = boardOf(many, rules);
  const made = spent() - began;
  expect(foundIn(board, { q: 'huber1999', gender: 'female', ageClass: 'W35' }).length).toBe(11);
  const found = spent() - began - made;
  expect(board.rows.at(-1)?.rank).toBeGreaterThan(19_000);
  expect([made < 1500, found < 300]).toEqual([true, true]);
  if (process.env.SHOW_TIMES) console.log({ made, found });
});
