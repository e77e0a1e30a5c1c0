import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fromIso, toIso } from '#src/kernel/time.ts';
import { formIn, formOn } from '#tests/support/form.ts';
import { existingCatalog } from '../read-catalog.ts';
import { priceWarnings } from '../rules/price-windows.ts';
import { gapsIn, readiness } from '../rules/readiness.ts';
import { competitionPrices, competitions, events } from '../schema.ts';
import { eventAudits } from '../schema-audits.ts';
import { managedRace } from './testing.ts';

const page = '/admin/events/new';

async function scene() {
  const at = await managedRace();
  const { shop, organizer } = at;
  const open = async () => formOn(organizer, page);
  /** What stands in the database; nothing of it may change when something is refused. */
  const rows = async () => {
    const all = [events, competitions, competitionPrices, eventAudits] as const;
    const counted = await Promise.all(all.map((table) => shop.deps.read.select({ n: count() }).from(table)));
    return counted.map(([row]) => row?.n);
  };
  const made = async (response: Response) => {
    const [, id] = /^\/admin\/events\/(\d+)\?saved$/.exec(response.headers.get('location') ?? '') ?? [];
    return existingCatalog(shop.deps.read, Number(id));
  };
  return { ...at, open, rows, made };
}

const run = {
  'competitions[0].title': '10 km',
  'competitions[0].totalTicketCount': '300',
  'competitions[0].price': '30',
};

test('suggests dates that make an event on sale at once', async () => {
  const { shop, organizer, open, made } = await scene();
  const now = shop.deps.clock();
  const begun = await open();
  const made1 = await made(await organizer.form(page, { ...begun, ...run, title: 'Seelauf' }));
  const {
    event,
    competitions: [first],
  } = made1;
  expect(event.startTimestamp).toBeGreaterThan(now);
  expect(event.endTimestamp).toBeGreaterThan(event.startTimestamp);
  expect(event.bankTransferHoldDays).toBe(10);
  expect(event).toMatchObject({ asksBirthDate: 'required', asksGender: 'required' });
  expect(first).toMatchObject({
    title: '10 km',
    totalTicketCount: 300,
    timestamp: event.startTimestamp,
    type: 'single',
  });
  expect(first?.prices).toHaveLength(1);
  const [price] = first?.prices ?? [];
  expect(price).toMatchObject({ price: 3000, quantityTotal: 300 });
  expect(price?.availableFrom).toBeLessThanOrEqual(now);
  expect(price?.availableTo).toBeLessThan(event.startTimestamp);
  // All that is left is to show it.
  expect(gapsIn(made1, [], now)).toEqual([]);
  expect(readiness(made1, [], now).filter(({ weight }) => weight === 'missing')).toEqual([
    { code: 'hidden', weight: 'missing' },
  ]);
});

test('several competitions with up to three prices each, without a warning, and an entry for every record', async () => {
  const { shop, organizer, open, made, rows } = await scene();
  const before = await rows();
  const response = await organizer.form(page, {
    ...(await open()),
    title: 'Donaulauf',
    location: 'Linz',
    startTimestamp: '14.06.2026 09:00',
    'competitions[0].title': 'Marathon',
    'competitions[0].totalTicketCount': '500',
    'competitions[0].price': '60',
    'competitions[0].firstUntil': '31.03.2026',
    'competitions[0].secondPrice': '70',
    'competitions[0].secondUntil': '30.04.2026',
    'competitions[0].thirdPrice': '80,50',
    // A place that stays empty is none.
    'competitions[2].title': 'Staffel',
    'competitions[2].type': 'team',
    'competitions[2].firstTeamSize': '3',
    'competitions[2].price': '37,50',
    'competitions[2].pricePer': 'team',
    'competitions[2].totalTicketCount': '40',
    'competitions[2].timestamp': '14.06.2026 11:00',
  });
  const catalog = await made(response);
  const at = (text: string) => fromIso(`2026-${text}+02:00`);
  expect(catalog.event).toMatchObject({
    title: 'Donaulauf',
    location: 'Linz',
    startTimestamp: at('06-14T09:00'),
    endTimestamp: at('06-14T23:59'),
  });
  const [marathon, relay] = catalog.competitions;
  expect(
    marathon?.prices.map(({ price, availableTo, quantityTotal, priceOrder }) => [
      price,
      availableTo,
      quantityTotal,
      priceOrder,
    ]),
  ).toEqual([
    [6000, at('03-31T23:59'), 500, 1],
    [7000, at('04-30T23:59'), 500, 2],
    [8050, at('06-13T23:59'), 500, 3],
  ]);
  expect(marathon && priceWarnings(marathon, shop.deps.clock())).toEqual([]);
  expect(relay).toMatchObject({
    title: 'Staffel',
    type: 'team',
    timestamp: at('06-14T11:00'),
    sortOrder: 2,
    minTeamSize: 3,
    maxTeamSize: 3,
  });
  expect(relay?.prices.map(({ price }) => price)).toEqual([1250]);
  expect(catalog.competitions).toHaveLength(2);
  const after = await rows();
  // One event, two competitions, four prices; each of them with an entry.
  expect(after.map((n, index) => Number(n) - Number(before[index]))).toEqual([1, 2, 4, 7]);
  // The pages of prices say per person and per team, in the words of the event page.
  const list = `/admin/tickets/${catalog.event.id}/${relay?.id}`;
  const prices = (await (await organizer.fetch(list)).text()).replaceAll('\u00a0', ' ');
  for (const text of ['12,50 € pro Person', '37,50 € für das ganze Team']) expect(prices).toContain(text);
  const one = await (await organizer.fetch(`${list}/prices/${relay?.prices[0]?.id}`)).text();
  for (const text of ['Preis pro Person', 'Ein Team mit 3 Personen zahlt 3-mal so viel.']) expect(one).toContain(text);
});

test.each([
  ['no title', { title: '' }, ['title']],
  ['an end before the start', { endTimestamp: '01.06.2026 10:00' }, ['endTimestamp']],
  ['registration that closes before it opens', { saleFrom: '10.06.2026', saleTo: '01.06.2026 10:00' }, ['saleTo']],
  [
    'a price without a name',
    { 'competitions[1].price': '20' },
    ['competitions[1].title', 'competitions[1].totalTicketCount'],
  ],
  ['no places', { 'competitions[0].totalTicketCount': '0' }, ['competitions[0].totalTicketCount']],
  ['a team without a size', { 'competitions[0].type': 'team' }, ['competitions[0].firstTeamSize']],
  [
    'a price per team that leaves a remainder',
    { 'competitions[0].type': 'team', 'competitions[0].firstTeamSize': '7', 'competitions[0].pricePer': 'team' },
    ['competitions[0].price'],
  ],
  ['a price that is none', { 'competitions[0].price': 'viel' }, ['competitions[0].price']],
  ['a step that goes nowhere', { 'competitions[0].firstUntil': '01.04.2026' }, ['competitions[0].secondPrice']],
  [
    'a step after all is over',
    { 'competitions[0].firstUntil': '01.08.2026', 'competitions[0].secondPrice': '40' },
    ['competitions[0].firstUntil'],
  ],
] as const)(
  '%s: nothing is made, the error stands at its field, and what was typed stays',
  async (_, wrong, wanted) => {
    const { organizer, open, rows } = await scene();
    const before = await rows();
    const typed = { ...(await open()), ...run, title: 'Waldlauf', startTimestamp: '14.06.2026 09:00', ...wrong };
    const response = await organizer.form(page, typed);
    expect(response.status).toBe(400);
    const html = await response.text();
    const marked = [...html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(
      ([tag]) => /\sname="([^"]*)"/.exec(tag)?.[1],
    );
    expect(marked).toEqual(wanted);
    const again = formIn(html);
    for (const [name, text] of Object.entries({ ...run, ...wrong })) expect([name, again[name]]).toEqual([name, text]);
    expect(again.saleTo).toBe('saleTo' in wrong ? wrong.saleTo : '13.06.2026 23:59');
    expect(await rows()).toEqual(before);
  },
);

test('a picked date counts as typed, and dependent dates follow', async () => {
  const { organizer, open, made } = await scene();
  const posted = { ...(await open()), ...run, title: 'Gewählt', 'startTimestamp.picked': '2026-06-14T09:00' };
  const {
    event,
    competitions: [first],
  } = await made(await organizer.form(page, posted));
  expect([event.startTimestamp, event.endTimestamp, first?.prices[0]?.availableTo].map((at) => toIso(at ?? 0))).toEqual(
    ['2026-06-14T07:00:00.000Z', '2026-06-14T21:59:00.000Z', '2026-06-13T21:59:00.000Z'],
  );
});

test('calls make an event as specified: today, all day, without anything in it', async () => {
  const { shop, organizer } = await scene();
  const make = (more: object) =>
    organizer.json<{ eventId: number; details?: { fields: object } }>('POST', '/api/admin/events', {
      ...{ title: 'Aufruf', ...more },
    });
  const ofTheForm = await make({ competitions: [{ title: '10 km' }], saleTo: '2026-06-01T00:00:00Z' });
  expect(Object.keys(ofTheForm.body.details?.fields ?? {})).toEqual(['competitions', 'saleTo']);
  const { body, status } = await make({});
  const { event, competitions: none } = await existingCatalog(shop.deps.read, body.eventId);
  expect([status, none, event.bankTransferHoldDays]).toEqual([201, [], null]);
  expect([event.startTimestamp, event.endTimestamp].map(toIso)).toEqual([
    '2026-03-01T23:00:00.000Z',
    '2026-03-02T22:59:00.000Z',
  ]);
});

test('more competitions than the page has room for are refused, and a visitor may not open it', async () => {
  const { shop, organizer, open, rows } = await scene();
  const before = await rows();
  const many = Object.fromEntries(
    Array.from({ length: 13 }, (_, at) => [
      [`competitions[${at}].title`, `Lauf ${at}`],
      [`competitions[${at}].totalTicketCount`, '5'],
    ]).flat(),
  );
  const refused = await organizer.form(page, { ...(await open()), ...many, title: 'Viele' });
  expect(refused.status).toBe(400);
  const visitor = await shop.login('gast@event.test');
  expect((await visitor.form(page, { ...run, title: 'Fremd' })).status).toBe(403);
  expect(await rows()).toEqual(before);
});
