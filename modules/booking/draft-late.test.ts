import { describe, expect, test } from 'vitest';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { markPaid } from '#modules/payments/index.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

/** What pages keep by themselves arrives late, twice, and in any order: the last word holds, and nobody is there twice. */
const at = (ms: number) => 1_770_000_000_000 + ms;
type Entry = { id: string; firstName: string; lastName?: string; birthDate?: string };
type Page = {
  people: Entry[];
  seen?: string[];
  typed?: Record<string, number>;
  latest?: number;
  /** What the cards add: whose articles they show, and what was said of them. */
  cards?: Record<string, string>;
};

async function scene() {
  const shop = await testShop();
  const race = await shop.deps.write((work) =>
    makeRace(work, { event: { needsName: true }, run: { minAge: 0, maxAge: 0 } }),
  );
  const visitor = shop.visitor();
  const email = 'eva@example.test';
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  return { shop, race, visitor };
}
const path = (race: Race, step = 'competitions') => `/events/${race.eventId}/${step}`;

/** As a page of the step posts it, with its script. */
async function send(visitor: Caller, race: Race, { people, seen, typed = {}, latest, cards }: Page, intent = 'keep') {
  const body = new URLSearchParams({ csrf: visitor.cookies.get('csrf-token') ?? '', intent, ...cards });
  people.forEach(({ id, firstName, lastName = 'Huber', birthDate = '' }, index) => {
    body.set(`teams[${index}].localId`, `t-${id}`);
    body.set(`teams[${index}].competitionId`, String(race.runId));
    const texts = { localId: id, firstName, lastName, birthDate };
    for (const [name, text] of Object.entries(texts)) body.set(`teams[${index}].participants[0].${name}`, text);
  });
  for (const id of ['', ...(seen ?? people.map(({ id }) => id))]) body.append('seen', id);
  body.append('typed', latest === undefined ? '0' : String(at(latest)));
  for (const [id, ms] of Object.entries(typed)) body.append('typed', `${at(ms)}:${id}`);
  return visitor.fetch(path(race), { method: 'POST', body, headers: { origin: 'http://shop.test' } });
}
async function namesIn({ deps }: TestShop): Promise<string[]> {
  const [row] = await deps.read.select().from(drafts);
  return (row?.data.teams ?? []).flatMap(({ participants }) => participants.map(({ firstName }) => firstName));
}

const anna = { id: 'a', firstName: 'Anna' };
const bert = { id: 'b', firstName: 'Bert' };

describe('what a page keeps late', () => {
  test('is there once, however often it arrives', async () => {
    const { shop, race, visitor } = await scene();
    const page = { people: [anna], typed: { a: 1 } };
    for (const _ of [1, 2, 3]) expect((await send(visitor, race, page)).status).toBe(204);
    expect(await namesIn(shop)).toEqual(['Anna']);
  });

  test('does not overwrite what was typed after it', async () => {
    const { shop, race, visitor } = await scene();
    await send(visitor, race, { people: [{ id: 'a', firstName: 'Anna Maria' }], typed: { a: 2 } });
    await send(visitor, race, { people: [anna], typed: { a: 1 } });
    expect(await namesIn(shop)).toEqual(['Anna Maria']);
    await send(visitor, race, { people: [anna], typed: { a: 3 } });
    expect(await namesIn(shop)).toEqual(['Anna']);
  });

  test('does not keep a button from answering for everybody whom its page shows', async () => {
    const { race, visitor } = await scene();
    const page = { people: [{ ...anna, birthDate: '01.05.1998' }], typed: { a: 5 }, cards: { shown: 'a' } };
    await send(visitor, race, page);
    const cards = { shown: 'a', declined: 'true' };
    const gone = await send(visitor, race, { ...page, typed: { a: 1 }, cards }, 'next');
    expect(gone.headers.get('location')).toBe(path(race, 'cancellation-protection'));
    expect((await visitor.fetch(path(race, 'cancellation-protection'))).status).toBe(200);
  });

  test('overwrites nobody whom it did not type', async () => {
    const { shop, race, visitor } = await scene();
    await send(visitor, race, { people: [anna, bert], typed: { a: 1, b: 1 } });
    await send(visitor, race, { people: [{ id: 'a', firstName: 'Annabel' }, bert], typed: { a: 2 } });
    await send(visitor, race, { people: [anna, { id: 'b', firstName: 'Bertram' }], typed: { b: 3 } });
    expect(await namesIn(shop)).toEqual(['Annabel', 'Bertram']);
  });

  test('holds where nobody typed after the page was given, whatever its script noticed', async () => {
    const { shop, race, visitor } = await scene();
    await send(visitor, race, { people: [anna], typed: { a: 1 } });
    await send(visitor, race, { people: [{ id: 'a', firstName: 'Annabel' }], latest: 1 });
    expect(await namesIn(shop)).toEqual(['Annabel']);
    await send(visitor, race, { people: [bert, anna], latest: 0 });
    expect(await namesIn(shop)).toEqual(['Bert', 'Annabel']);
  });

  test('brings nobody back who was taken out after it, and takes nobody out who was typed on', async () => {
    const { shop, race, visitor } = await scene();
    await send(visitor, race, { people: [anna, bert], typed: { a: 1, b: 1 } });
    await send(visitor, race, { people: [bert], seen: ['a', 'b'], typed: { a: 3 } });
    expect(await namesIn(shop)).toEqual(['Bert']);
    await send(visitor, race, { people: [anna, bert], typed: { a: 2 } });
    expect(await namesIn(shop)).toEqual(['Bert']);
    await send(visitor, race, { people: [{ id: 'b', firstName: 'Bertram' }], typed: { b: 5 } });
    await send(visitor, race, { people: [], seen: ['b'], typed: { b: 4 } });
    expect(await namesIn(shop)).toEqual(['Bertram']);
  });

  test('loses nobody when many pages keep at the same moment', async () => {
    const { shop, race, visitor } = await scene();
    const people = Array.from({ length: 12 }, (_, n) => ({ id: `p${n}`, firstName: `Runner-${n}` }));
    await Promise.all(people.map((person) => send(visitor, race, { people: [person], typed: { [person.id]: 1 } })));
    expect((await namesIn(shop)).sort()).toEqual(people.map(({ firstName }) => firstName).sort());
  });

  test('brings nobody back who was ordered; a button in a page that shows them does', async () => {
    const { shop, race, visitor } = await scene();
    const page = { people: [anna], typed: { a: 1 } };
    expect((await send(visitor, race, page, 'next')).headers.get('location')).toBe(path(race, 'articles'));
    await visitor.form(path(race, 'articles'), { declined: 'true', shown: 'a' });
    await visitor.form(path(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
    const html = await (await visitor.fetch(path(race, 'check-order'))).text();
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const ordered = await visitor.form(path(race, 'check-order'), {
      key: value('key'),
      totalPrice: value('totalPrice'),
      accepted: 'true',
    });
    expect(ordered.headers.get('location')).toContain('/payment?order=1');
    await send(visitor, race, page);
    await send(visitor, race, { ...page, typed: { a: 9 } });
    await send(visitor, race, { ...page, typed: { a: 10 } });
    expect(await namesIn(shop)).toEqual([]);
    await send(visitor, race, page, 'next');
    expect(await namesIn(shop)).toEqual(['Anna']);
  });

  test('makes no order stale that was shown with the same', async () => {
    const { race, visitor } = await scene();
    const page = { people: [anna], typed: { a: 1 } };
    await send(visitor, race, page, 'next');
    await visitor.form(path(race, 'articles'), { declined: 'true', shown: 'a' });
    await visitor.form(path(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
    const key = async () =>
      /name="key" value="([^"]*)"/.exec(await (await visitor.fetch(path(race, 'check-order'))).text())?.[1];
    const before = await key();
    await send(visitor, race, page);
    expect(await key()).toBe(before);
    await send(visitor, race, { people: [{ id: 'a', firstName: 'Annabel' }], typed: { a: 2 } });
    expect(await key()).not.toBe(before);
  });
});

describe('somebody who stands twice in a competition', () => {
  const twice = (birthDates: [string, string]) => ({
    people: [
      { ...anna, birthDate: birthDates[0] },
      { ...anna, id: 'c', firstName: ' ANNA ', birthDate: birthDates[1] },
    ],
  });

  test.each([
    ['without a birth date', ['', '']],
    ['with one', ['1.5.1998', '']],
  ] as const)('%s is asked about, on every way to an order', async (_, [first, second]) => {
    const { race, visitor } = await scene();
    const asked = await send(visitor, race, twice([first, second]), 'next');
    const html = await asked.text();
    expect(asked.status).toBe(400);
    expect(html).toContain('steht zweimal bei „10 km“. Sind das zwei Personen?');
    expect((await visitor.fetch(path(race, 'articles'))).headers.get('location')).toBe(`${path(race)}?twice=1`);
    const said = await send(visitor, race, twice([first, second]), 'apart:c');
    expect(said.headers.get('location')).toBe(path(race, 'articles'));
    expect((await send(visitor, race, twice([first, second]), 'next')).status).toBe(303);
  });

  test('and is one person is taken out', async () => {
    const { shop, race, visitor } = await scene();
    await send(visitor, race, twice(['', '']), 'next');
    await send(visitor, race, twice(['', '']), 'remove:1:0');
    expect(await namesIn(shop)).toEqual(['Anna']);
    expect((await send(visitor, race, { people: [anna] }, 'next')).headers.get('location')).toBe(
      path(race, 'articles'),
    );
  });

  test('with the same birth date cannot stay, with another one may', async () => {
    const { race, visitor } = await scene();
    const same = await send(visitor, race, twice(['1.5.1998', '1.5.1998']), 'next');
    const html = await same.text();
    expect(same.status).toBe(400);
    expect(html).toContain('Name und Geburtsdatum sind gleich');
    expect(html).not.toContain('value="apart:c"');
    expect((await send(visitor, race, twice(['1.5.1998', '1.5.1998']), 'apart:c')).status).toBe(400);
    expect((await send(visitor, race, { ...twice(['1.5.1998', '2.5.1998']), typed: { c: 1 } }, 'next')).status).toBe(
      303,
    );
  });
});

test('whom an own order entered already is told at the first step, to a proven mailbox alone', async () => {
  const { shop, race } = await scene();
  const email = 'eva@example.test';
  const proven = await shop.login(email);
  const teams = [
    {
      competitionId: race.runId,
      participants: [{ localId: 'x', firstName: 'Anna', lastName: 'Huber', birthDate: '1998-05-01' }],
    },
  ];
  const contactAddress = { firstName: 'Eva', lastName: 'Maier' };
  const booking = { teams, contactAddress, termsAccepted: true, eventConditionsAccepted: true };
  const { body } = await proven.json<{ totalPrice: number }>('POST', `/api/events/${race.eventId}/quote`, booking);
  const booked = await proven.json('POST', `/api/events/${race.eventId}/book`, {
    ...booking,
    totalPrice: body.totalPrice,
  });
  expect(booked.status).toBe(201);
  const again = { people: [{ ...anna, birthDate: '1.5.1998' }] };
  const told = await send(proven, race, again, 'next');
  expect(told.status).toBe(400);
  const { orderId } = booked.body as unknown as { orderId: number };
  const html = await told.text();
  expect(html).toContain('Anna Huber ist bei „10 km“ angemeldet, aber noch nicht bezahlt');
  expect(html).toContain(`href="/orders/${orderId}"`);
  const english = await (await proven.fetch(`${path(race)}?lang=en-us`)).text();
  expect(english).toContain('lang="en');
  const typed = { people: [{ ...anna, firstName: 'ANNA', birthDate: '1.5.1998' }], typed: { a: 9 } };
  expect(await (await send(proven, race, typed, 'next')).text()).toContain(
    'ANNA Huber is signed up for “10 km”, but not paid yet',
  );
  // With somebody else beside, the booking says it as well.
  const bertToo = {
    ...booking,
    teams: [
      ...teams,
      { competitionId: race.runId, participants: [{ localId: 'y', firstName: 'Bert', lastName: 'Huber' }] },
    ],
  };
  const { body: both } = await proven.json<{ totalPrice: number }>(
    'POST',
    `/api/events/${race.eventId}/quote`,
    bertToo,
  );
  const refused = await proven.json('POST', `/api/events/${race.eventId}/book`, {
    ...bertToo,
    totalPrice: both.totalPrice,
  });
  expect(refused.body).toMatchObject({
    code: 'TICKET_ALREADY_BOOKED',
    details: { participants: ['x'], reason: 'ownUnpaid', orderId },
  });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await proven.fetch(`${path(race)}?lang=de`);
  expect(await (await send(proven, race, again, 'next')).text()).toContain(
    'ANNA Huber ist bei „10 km“ schon angemeldet',
  );
  const guest = shop.visitor();
  await guest.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  expect((await send(guest, race, again, 'next')).status).toBe(303);
});
