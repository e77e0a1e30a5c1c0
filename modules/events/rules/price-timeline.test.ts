import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { days, fromIso, instant, plus, zonedParts } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { priceSpeech } from '../prices/price-list.tsx';
import { aCompetition, aPrice } from '../testing.ts';
import { momentText, priceName, sentenceOf, warningTexts } from './price-texts.ts';
import { priceTimeline, ticksBetween } from './price-timeline.ts';
import { priceWarnings } from './price-windows.ts';

const now = fromIso('2026-03-01T12:00:00Z');
const selling = aCompetition({
  timestamp: fromIso('2026-06-01T08:00:00Z'),
  prices: [
    aPrice({
      id: 1,
      price: cents(3000),
      sold: 1234,
      quantityTotal: 1240,
      availableTo: fromIso('2026-03-31T21:59:00Z'),
    }),
    aPrice({ id: 2, price: cents(4000), availableFrom: fromIso('2026-04-09T22:00:00Z') }),
  ],
});
/** Which kind of space stands before AM depends on the machine's data. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const german = priceSpeech(translatorFor('de'));
const english = priceSpeech(translatorFor('en-us'));

test('a row says what a price is, costs, sold and has left; gaps and marks lie inside the edges', () => {
  const drawn = priceTimeline(selling, now, german);
  expect(drawn.rows.map(({ label, state, detail, isOn }) => [plain(label), state, detail, isOn])).toEqual([
    ['30,00 €', 'gilt jetzt', '1.234 verkauft, 6 frei', true],
    ['40,00 €', 'kommt noch', '0 verkauft, 10 frei', false],
  ]);
  expect(drawn.gaps).toHaveLength(1);
  const moments = [
    ...drawn.rows.flatMap(({ window, sold }) => [window, ...sold].flatMap(({ from, to }) => [from, to])),
    ...drawn.gaps.flatMap(({ from, to }) => [from, to]),
    ...drawn.marks.map(({ at }) => at),
    ...drawn.ticks.map(({ at }) => at),
  ];
  for (const moment of moments) {
    expect(moment).toBeGreaterThanOrEqual(drawn.from);
    expect(moment).toBeLessThanOrEqual(drawn.to);
  }
  expect(drawn.ticks.map(({ label }) => label)).toContain('01.04.');
  expect(priceTimeline(selling, now, english).ticks.map(({ label }) => label)).toContain('04/01');
});

test('sentences name moments as they were typed, in the zone of the event', () => {
  const [gap] = priceWarnings(selling, now);
  expect(gap && sentenceOf(gap, selling.prices, german)).toBe(
    'Lücke: Von 31.03.2026, 23:59 bis 10.04.2026, 00:00 ist nichts zu kaufen.',
  );
  expect(gap && sentenceOf(gap, selling.prices, english)).toBe(
    'Gap: nothing is on sale from 03/31/2026, 11:59\u00a0PM to 04/10/2026, 12:00\u00a0AM.',
  );
});

test('the browser writes moments as the server does', () => {
  const moments = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => instant(seconds * 1000));
  const zone = fc.constantFrom('Europe/Vienna', 'America/New_York', 'Pacific/Auckland');
  fc.assert(
    fc.property(moments, zone, fc.constantFrom('de' as const, 'en-us' as const), (at, timeZone, locale) => {
      const ofTheServer = translatorFor(locale, 'standard', timeZone).shortDateTime(at);
      expect(plain(momentText(at, { locale, timeZone }))).toBe(plain(ofTheServer));
    }),
  );
});

test('every text of the rule is there in both languages, with no place of its own', () => {
  for (const { texts } of [german, english])
    for (const code of warningTexts) expect(texts.warnings[code], code).not.toContain('events.prices');
});

test('two prices of one amount are told apart by their place', () => {
  const prices = [
    aPrice({ id: 1, price: cents(500) }),
    aPrice({ id: 2, price: cents(700) }),
    aPrice({ id: 3, price: cents(500) }),
  ];
  expect(prices.map(({ id }) => priceName(prices, id, 'en-us'))).toEqual(['€5.00 (1)', '€7.00', '€5.00 (3)']);
});

test('between any two moments stand at most a handful of dates, each a midnight, in order, inside', () => {
  const begin = fc.integer({ min: 0, max: 1_000_000 }).map((minutes) => plus(now, minutes * 60_000));
  fc.assert(
    fc.property(begin, fc.integer({ min: 1, max: 4000 }), (from, length) => {
      const to = plus(from, days(length));
      const ticks = ticksBetween(from, to, 'Europe/Vienna', 'de');
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const [index, { at }] of ticks.entries()) {
        expect(zonedParts(instant(at), 'Europe/Vienna')).toMatchObject({ hour: 0, minute: 0 });
        expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? 0);
        expect(at).toBeGreaterThanOrEqual(from);
        expect(at).toBeLessThanOrEqual(to + days(1));
      }
    }),
    // The day on which summer time ends.
    { examples: [[instant(Date.parse('2026-10-24T22:01:00Z')), 1]] },
  );
});
