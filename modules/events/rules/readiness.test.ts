import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso, type Instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { Catalog, CatalogPrice } from './catalog.ts';
import { priceWarnings } from './price-windows.ts';
import { gapsIn, readiness } from './readiness.ts';

const now = fromIso('2026-03-01T12:00:00Z');
const at = (text: string | null): Instant | null => (text === null ? null : fromIso(`2026-${text}:00Z`));
const start = fromIso('2026-06-01T08:00:00Z');

type Window = readonly [from: string | null, to: string | null, change?: Partial<CatalogPrice>];
const competitionWith = (places: number, windows: readonly Window[]) =>
  aCompetition({
    timestamp: start,
    totalTicketCount: places,
    prices: windows.map(([from, to, change], index) =>
      aPrice({
        id: index + 1,
        priceOrder: index + 1,
        quantityTotal: places,
        availableFrom: at(from),
        availableTo: at(to),
        ...change,
      }),
    ),
  });
const eventWith = (competition: ReturnType<typeof aCompetition>): Catalog =>
  ({
    event: {
      canceled: false,
      soldOut: false,
      visible: true,
      startTimestamp: start,
      endTimestamp: start,
      description: '',
      conditions: '',
    },
    competitions: [competition],
    articles: [],
    organizers: [],
  }) as unknown as Catalog;

const consecutive: readonly Window[] = [
  [null, '03-31T21:59'],
  ['03-31T22:00', '04-30T21:59'],
  ['04-30T22:00', '05-31T21:59'],
];

test.each([
  ['three consecutive prices', 300, consecutive, [], []],
  ['one price', 300, [[null, null]], [], []],
  ['a gap between two', 300, [consecutive[0], consecutive[2]], ['gap'], []],
  ['two at once', 300, [consecutive[0], ['03-15T00:00', '05-31T21:59']], ['overlap'], []],
  ['one place priced for 300', 1, [[null, null, { quantityTotal: 300 }]], ['quotaAbovePlaces'], ['places']],
  ['no price', 300, [], ['noPrice'], ['price']],
  ['over before the race', 300, [[null, '02-01T00:00']], ['nothingNow'], ['price']],
  ['opens later', 300, [['04-01T00:00', null]], ['opensLater'], []],
] as [string, number, Window[], string[], string[]][])(
  'the page of prices warns, and a gap in the set-up waits: %s',
  (_, places, windows, warnings, gaps) => {
    const competition = competitionWith(places, windows);
    expect(priceWarnings(competition, now).map(({ code }) => code)).toEqual(warnings);
    expect(gapsIn(eventWith(competition), [], now).map(({ code }) => code)).toEqual(gaps);
  },
);

test('a team competition that kept the default size waits, until a team is registered', () => {
  const team = (change: Partial<ReturnType<typeof aCompetition>> = {}) => {
    const competition = competitionWith(30, [[null, null]]);
    return gapsIn(eventWith({ ...competition, type: 'team', minTeamSize: 1, maxTeamSize: 10, ...change }), [], now);
  };
  expect(team()).toMatchObject([{ code: 'teamSize' }]);
  expect(
    [team({ sold: 3 }), team({ minTeamSize: 3 }), team({ maxTeamSize: 9 }), team({ type: 'single' })].flat(),
  ).toEqual([]);
});

test('an organizer without a bank account is told where something costs', () => {
  const priced = (price: number) => eventWith(competitionWith(30, [[null, null, { price: cents(price) }]]));
  const hints = (price: number, hasBankAccount: boolean) =>
    readiness(priced(price), [], now, { hasBankAccount }).filter(({ code }) => code === 'bankAccount');
  expect(hints(3000, false)).toEqual([{ code: 'bankAccount', weight: 'hint' }]);
  expect([hints(3000, true), hints(0, false)].flat()).toEqual([]);
});
