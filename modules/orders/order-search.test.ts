import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkDigits } from '#src/kernel/check-digits.ts';
import { seconds } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { indexOrdersJob, matchOf } from './order-search.ts';
import { bookingOf, makeRace, type Race, runner } from './testing.ts';

type List = { count: number; rows: { id: number }[] };
type Person = { firstName: string; lastName: string; email?: string };

async function book(shop: TestShop, race: Race, email: string, people: Person[], change: Record<string, unknown> = {}) {
  const buyer = await shop.login(email);
  const runners = people.map((person) => runner({ email: null, ...person }));
  const { body } = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, runners, change),
  );
  expect(body.orderId).toBeGreaterThan(0);
  return { orderId: body.orderId, buyer };
}

const finder =
  (admin: Caller) =>
  async (q: string, what: 'orders' | 'participants' = 'orders') => {
    const { body } = await admin.json<List>('GET', `/api/admin/${what}?q=${encodeURIComponent(q)}`);
    expect(body.count).toBe(body.rows.length);
    return body.rows.map(({ id }) => id);
  };

const scene = async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' }, demo: false });
  const race = await shop.deps.write((work) => makeRace(work, { event: {} }));
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  return { shop, race, admin, find: finder(admin) };
};

test('finds names with and without umlauts, accents and apostrophes, and addresses and numbers', async () => {
  const { shop, race, find } = await scene();
  const people: readonly (readonly [Person, readonly string[]])[] = [
    [
      { firstName: 'Jürgen', lastName: 'Müller' },
      ['Müller', 'MÜLLER', 'muller', 'Mueller', 'müll', 'muel juer', 'Mu\u0308ller'],
    ],
    [{ firstName: 'Jo\u0308rg', lastName: 'Böhm' }, ['jörg', 'joerg', 'jorg', 'boehm']],
    [{ firstName: 'Eva', lastName: 'Schoeller' }, ['schöller', 'schoell']],
    [{ firstName: 'Sean', lastName: "O'Connor" }, ["o'connor", 'oconnor', 'O’Connor', 'connor', 'OCON']],
    [{ firstName: 'Łukasz', lastName: 'Straße' }, ['lukasz', 'strasse', 'STRASSE', 'straße', 'łuk']],
    [
      { firstName: 'Ana', lastName: 'Huber-Maier', email: 'A.Hu_ma+run@Verein.Test' },
      ['maier', 'huber-ma', 'a.hu_ma+run@ver', 'hu ana'],
    ],
  ];
  const ids: number[] = [];
  for (const [person] of people) ids.push((await book(shop, race, 'club@example.test', [person])).orderId);
  for (const [at, [, texts]] of people.entries()) {
    for (const q of texts) expect([q, await find(q)]).toEqual([q, [ids[at]]]);
  }
  const id = String(ids[2]);
  const reference = `SB${id}${checkDigits(`SB${id}`)}`;
  expect(await find(`schoeller ${id}`)).toEqual([ids[2]]);
  expect(await find(reference)).toEqual([ids[2]]);
  for (const nobody of ['verein', 'test', 'uller', 'example', '%', '"', '*', 'NEAR(', 'a" OR "b', '@', '\u{1F600}'])
    expect([nobody, await find(nobody)]).toEqual([nobody, []]);
  expect(await find('club@exa')).toEqual(ids.toReversed());
  expect(await find('club')).toHaveLength(people.length);
});

test('the index follows every change and forgets erased people', { timeout: 30_000 }, async () => {
  const { shop, race, admin, find } = await scene();
  const contactAddress = {
    firstName: 'Kim',
    lastName: 'Kontakt',
    countryCode: 'AT',
    street: 'Weg',
    zipCode: '1',
    city: 'X',
  };
  const { orderId } = await book(
    shop,
    race,
    'before@example.test',
    [
      { firstName: 'Ida', lastName: 'Erste' },
      { firstName: 'Udo', lastName: 'Zweite' },
    ],
    { contactAddress },
  );
  const [ida = 0, udo = 0] = (await find(String(orderId), 'participants')).sort((a, b) => a - b);
  const patch = (path: string, body: object) => admin.json('PATCH', `/api/admin/orders/${orderId}/${path}`, body);
  const change = (path: string, body: object) =>
    admin.json('POST', `/api/admin/participants/${ida}/orders/${orderId}/${path}`, body);
  expect(await find('kontakt ida udo')).toEqual([orderId]);
  expect(await find('erste', 'participants')).toEqual([ida]);
  expect(await find('zweite', 'participants')).toEqual([udo]);

  await change('change-data', { lastName: 'Neue' });
  await change('change-email', { newEmail: 'ida@anders.test' });
  await patch('data', { contactAddress: { ...contactAddress, lastName: 'Ersatz' } });
  await patch('change-buyer', { newEmail: 'after@example.test' });
  await shop.deps.write((work) => work.tx.run(sql`update participants set rr_bib = 'B7' where id = ${udo}`));
  for (const gone of ['erste', 'kontakt', 'before@example']) expect([gone, await find(gone)]).toEqual([gone, []]);
  for (const [q, person] of [
    ['neue', ida],
    ['ida@anders', ida],
    ['b7', udo],
  ] as const) {
    expect([q, await find(q)]).toEqual([q, [orderId]]);
    expect([q, await find(q, 'participants')]).toEqual([q, [person]]);
  }
  for (const q of ['ersatz', 'after@ex', 'after']) expect([q, await find(q)]).toEqual([q, [orderId]]);

  const buyer = await shop.login('after@example.test');
  expect((await buyer.json('DELETE', '/api/settings')).status).toBeLessThan(300);
  for (const q of ['after', 'after@ex']) expect([q, await find(q)]).toEqual([q, []]);
  const words = await shop.deps.read.all<{ rows: number }>(sql`select count(*) rows from order_search`);
  expect(words[0]?.rows).toBe(3);
});

test('the index waits during bookings, is updated by a search, and by a job in quiet moments', async () => {
  const { shop, race, find } = await scene();
  const job = indexOrdersJob(shop.deps);
  const indexedTo = async () =>
    (await shop.deps.read.all<{ id: number }>(sql`select indexed_to id from order_search_state`))[0]?.id;
  const first = await book(shop, race, 'club@example.test', [{ firstName: 'Eva', lastName: 'Erste' }]);
  expect(await job.run()).toBe(false);
  expect(await indexedTo()).toBeLessThan(first.orderId);
  expect(await find('erste')).toEqual([first.orderId]);
  expect(await indexedTo()).toBe(first.orderId);
  const second = await book(shop, race, 'club@example.test', [{ firstName: 'Eva', lastName: 'Zweite' }]);
  shop.clock.advance(seconds(3));
  await job.run();
  expect(await indexedTo()).toBe(second.orderId);
});

test('search input is never parsed as FTS syntax', () => {
  expect(matchOf('Müller "x" OR')).toBe(
    '(words : "muller" * OR words : "mueller" * OR codes : "Müller") AND (words : """x""" * OR codes : """x""") AND (words : "or" * OR codes : "OR")',
  );
  expect(matchOf('" * -')).toBe('""');
});
