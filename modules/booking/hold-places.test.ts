import { type Logger, NoopLogger, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { placeHolds } from '#modules/events/schema-holds.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

/** Five places in Vienna's zone; three in the afternoon there. */
async function race(change: { env?: Record<string, string>; minutes?: number | null } = {}) {
  const shop = await testShop(change.env ? { env: change.env } : {});
  const made = await shop.deps.write((work) =>
    makeRace(work, {
      event: { needsName: true, placeHoldMinutes: change.minutes === undefined ? 15 : change.minutes },
      run: { minAge: 0, maxAge: 0 },
      tickets: 5,
    }),
  );
  const { eventId, runId } = made;
  const path = (step: string) => `/events/${eventId}/${step}`;
  let guests = 0;
  const guest = async (address?: string) => {
    guests += 1;
    const visitor = shop.visitor(address ? { address } : {});
    const email = `g${guests}@example.test`;
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId });
    return visitor;
  };
  const people = (names: readonly string[]) =>
    Object.assign(
      {},
      ...names.map((name, at) => ({
        [`teams[${at}].competitionId`]: String(runId),
        [`teams[${at}].localId`]: `t-${name}`,
        [`teams[${at}].participants[0].localId`]: `p-${name}`,
        [`teams[${at}].participants[0].firstName`]: name,
        [`teams[${at}].participants[0].lastName`]: 'Maier',
      })),
    ) as Record<string, string>;
  const enter = (visitor: Caller, names: readonly string[], intent = 'next') =>
    visitor.form(path('competitions'), { ...people(names), intent });
  const page = async (visitor: Caller, step: string) =>
    (await (await visitor.fetch(path(step))).text()).replace(/<!-- -->/g, '');
  const held = async () => {
    const rows = await shop.deps.read.select().from(placeHolds);
    return rows.filter(({ until }) => until > shop.clock()).reduce((sum, { quantity }) => sum + quantity, 0);
  };
  const book = (caller: Caller, count: number) =>
    caller.json<Record<string, unknown>>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(
        made,
        Array.from({ length: count }, () => runner()),
        { contactAddress: { firstName: 'Eva', lastName: 'Maier' } },
      ),
    );
  const at = (later = 0) =>
    `${new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Vienna' }).format(
      shop.clock() + minutes(later),
    )} Uhr`;
  return { shop, ...made, path, guest, enter, page, held, book, at };
}

test('whoever enters people is told until when their places are kept, in every step', async () => {
  const { guest, enter, page, held, at, shop } = await race();
  const eva = await guest();
  expect(await page(eva, 'competitions')).toContain('halten wir den Platz bis zu 15 Minuten für dich frei');
  // A script keeps what is typed, too.
  await enter(eva, ['Eva'], 'keep');
  const until = at(15);
  expect(await held()).toBe(1);
  shop.clock.advance(minutes(4));
  await enter(eva, ['Eva', 'Ida']);
  for (const step of ['competitions', 'articles', 'cancellation-protection', 'delivery-address'])
    expect(await page(eva, step), step).toContain(`Deine 2 Plätze sind bis ${until} für dich vorgemerkt.`);
  const english = await (await eva.fetch('/events/1/articles?lang=en-us')).text();
  expect(english).toMatch(/Your 2 places are on hold for you until \d+:\d\d [AP]M\./);
  expect(await held()).toBe(2);
});

test('when the time is over the step says what is true, and the places are everybody’s', async () => {
  const { guest, enter, page, held, shop, book } = await race();
  const eva = await guest();
  await enter(eva, ['Eva', 'Ida', 'Ute', 'Mia', 'Zoe']);
  const other = await guest();
  const refused = await book(other, 1);
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_ENOUGH_TICKETS']);
  expect(refused.body.details).toMatchObject({ left: 0, heldTill: new Date(shop.clock() + minutes(15)).toISOString() });
  shop.clock.advance(minutes(15));
  const shown = await page(eva, 'articles');
  expect(shown).toContain('Deine Plätze sind nicht mehr vorgemerkt');
  expect(shown).toContain('Solange es freie Plätze gibt, kannst du bestellen.');
  expect(await held()).toBe(0);
  expect((await book(other, 1)).status).toBe(201);
  // Jobs only tidy up.
  shop.clock.advance(minutes(15));
  await shop.settle();
  expect(await shop.deps.read.select().from(placeHolds)).toEqual([]);
  expect(await page(eva, 'articles')).not.toContain('vorgemerkt');
});

test('others see what is left for them, and never that it is sold out', async () => {
  const { shop, guest, enter, page, path, at, eventId, relayId } = await race();
  const eva = await guest();
  await enter(eva, ['Eva', 'Ida', 'Ute']);
  const other = await guest();
  const { body } = await other.json<{ rows: { availableTicketCount: number; prices: { quantity: number }[] }[] }>(
    'GET',
    `/api/events/${eventId}/competitions`,
  );
  expect([body.rows[0]?.availableTicketCount, body.rows[0]?.prices[0]?.quantity]).toEqual([2, 2]);
  expect(body.rows[0]).not.toHaveProperty('held');
  const own = await eva.json<typeof body>('GET', `/api/events/${eventId}/competitions`);
  expect(own.body.rows[0]?.availableTicketCount).toBe(5);
  await enter(eva, ['Eva', 'Ida', 'Ute', 'Mia', 'Zoe']);
  const step = await page(other, 'competitions');
  expect(step).toContain(`Schau um ${at(15)} wieder vorbei`);
  expect(step).not.toContain('Ausverkauft');
  const event = await (await other.fetch(`/events/${eventId}`)).text();
  expect(event).toContain('Gerade alle vorgemerkt');
  // The relay is free, so the event as a whole is.
  expect(event).toContain('Wenige Plätze');
  expect(event).not.toContain('Keine Startplätze mehr');
  const relays = Object.fromEntries(
    [2, 3].flatMap((size, team) => [
      [`teams[${team}].competitionId`, String(relayId)],
      [`teams[${team}].localId`, `r${team}`],
      ...Array.from({ length: size }, (_, at) => [
        [`teams[${team}].participants[${at}].localId`, `r${team}-${at}`],
        [`teams[${team}].participants[${at}].firstName`, ''],
      ]).flat(),
    ]),
  );
  await (await guest()).form(path('competitions'), { ...relays, intent: 'keep' });
  // What everybody shares is rendered every half second.
  shop.clock.advance(1000);
  const all = await (await shop.visitor().fetch(`/events/${eventId}`)).text();
  expect(all).toContain('Gerade vorgemerkt');
  expect(all).toContain(`Ab ${at(15 - 1 / 60)} werden welche frei`);
  expect(all).not.toMatch(/Ausverkauft|Keine Startplätze mehr|vergeben/);
  // Whoever holds them gets in here.
  expect(all).toContain('Jetzt anmelden');
});

test('what one holds one can order, by pages, whatever others try', async () => {
  const { guest, enter, page, book, path, held, shop } = await race();
  const eva = await guest();
  await enter(eva, ['Eva', 'Ida', 'Ute']);
  const other = await guest();
  expect((await book(other, 3)).status).toBe(409);
  expect((await book(other, 2)).status).toBe(201);
  shop.clock.advance(minutes(14));
  for (const id of ['Eva', 'Ida', 'Ute']) await eva.form(path('articles'), { declined: 'true', shown: `p-${id}` });
  await eva.form(path('delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const html = await page(eva, 'check-order');
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const ordered = await eva.form(path('check-order'), {
    key: value('key'),
    totalPrice: value('totalPrice'),
    accepted: 'true',
  });
  expect(ordered.headers.get('location')).toContain('/payment?order=2');
  expect(await held()).toBe(0);
  const [row] = await shop.deps.read.all<{ sold: number }>(sql`select sold from competitions where id = 1`);
  expect(row?.sold).toBe(5);
});

test('a proven mailbox has its holds on all its devices, once', async () => {
  const { shop, enter, held, book } = await race();
  const phone = await shop.login('eva@example.test');
  await enter(phone, ['Eva', 'Ida', 'Ute']);
  const desk = await shop.login('eva@example.test');
  // The draft was taken over there, and typed on.
  await enter(desk, ['Eva', 'Ida', 'Ute', 'Mia']);
  expect(await held()).toBe(4);
  expect((await book(phone, 4)).status).toBe(201);
  expect(await held()).toBe(0);
});

test('a logout, another event and a deleted account give the places back', async () => {
  const { shop, guest, enter, held } = await race();
  const eva = await guest();
  await enter(eva, ['Eva']);
  expect(await held()).toBe(1);
  await eva.json('POST', '/api/auth/logout');
  await shop.settle();
  expect(await held()).toBe(0);

  const second = await shop.deps.write((work) => makeRace(work, {}));
  const ida = await guest();
  await enter(ida, ['Ida']);
  expect(await held()).toBe(1);
  await ida.form(`/events/${second.eventId}/competitions`, { intent: 'here' });
  expect(await held()).toBe(0);

  const ute = await shop.login('ute@example.test');
  await enter(ute, ['Ute']);
  expect(await held()).toBe(1);
  expect((await ute.json('DELETE', '/api/settings')).status).toBe(204);
  expect(await held()).toBe(0);
});

test('whoever is moved, or comes back, gets no place that somebody else holds', async () => {
  const { shop, guest, enter, book, eventId, runId, relayId } = await race();
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const buyer = await guest();
  const { body: canceled } = await book(buyer, 1);
  await admin.json('PATCH', `/api/admin/orders/${canceled.orderId}/cancel`);
  const { body: relay, status } = await buyer.json<Record<string, unknown>>('POST', `/api/events/${eventId}/book`, {
    teams: [{ competitionId: relayId, teamName: 'Drei', participants: [runner(), runner(), runner()] }],
    contactAddress: { firstName: 'Eva', lastName: 'Maier' },
    totalPrice: 6150,
    termsAccepted: true,
    eventConditionsAccepted: true,
  });
  expect(status).toBe(201);
  await enter(await guest(), ['Eva', 'Ida', 'Ute', 'Mia', 'Zoe']);
  const back = () =>
    admin.json<Record<string, unknown>>('PATCH', `/api/admin/orders/${canceled.orderId}/status`, { status: 'pending' });
  const refused = await back();
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_ENOUGH_TICKETS']);
  expect(refused.body.details).toMatchObject({ left: 0, heldTill: new Date(shop.clock() + minutes(15)).toISOString() });
  type Shown = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
  const { body } = await admin.json<Shown>('GET', `/api/admin/orders/${relay.orderId}`);
  const participantId = body.order.competitions[0]?.teams[0]?.participants[0]?.id;
  const move = () =>
    admin.json<Record<string, unknown>>('PATCH', `/api/admin/orders/${relay.orderId}/change-participant-competition`, {
      participantId,
      competitionId: runId,
    });
  expect((await move()).body.code).toBe('TICKET_NOT_AVAILABLE');
  shop.clock.advance(minutes(15));
  expect([(await back()).status, (await move()).status]).toEqual([200, 200]);
});

test('a network holds 1,000 an hour', async () => {
  // Its people go on without.
  const { guest, enter, held, shop, eventId } = await race();
  await shop.deps.write(({ tx }) =>
    tx.run(sql`update competitions set total_ticket_count = 5000 where event_id = ${eventId}`),
  );
  await shop.deps.write(({ tx }) => tx.run(sql`update competition_prices set quantity_total = 5000`));
  const names = Array.from({ length: 200 }, (_, at) => `N${at}`);
  for (let visits = 0; visits < 5; visits += 1) await enter(await guest('10.9.0.1'), names, 'keep');
  expect(await held()).toBe(1000);
  const late = await guest('10.9.0.1');
  expect((await enter(late, ['Eva'])).status).toBe(303);
  expect(await held()).toBe(1000);
  await enter(await guest('10.9.0.2'), ['Ida']);
  expect(await held()).toBe(1001);
});

test('an event that wants none says and keeps nothing, and none of its statements asks for holds', async () => {
  const { guest, enter, page, book, shop, eventId } = await race({ minutes: null });
  const eva = await guest();
  const asked: string[] = [];
  const spy = vi.spyOn(NoopLogger.prototype as Logger, 'logQuery').mockImplementation((text) => void asked.push(text));
  onTestFinished(() => spy.mockRestore());
  expect(await page(eva, 'competitions')).not.toContain('halten wir');
  await enter(eva, ['Eva']);
  expect(await page(eva, 'articles')).not.toContain('vorgemerkt');
  await shop.visitor().fetch(`/events/${eventId}`);
  expect((await book(eva, 1)).status).toBe(201);
  expect(asked.filter((text) => text.includes('update competitions'))).toHaveLength(1);
  expect(asked.filter((text) => text.includes('place_holds'))).toEqual([]);
  spy.mockRestore();
  expect(await shop.deps.read.select().from(placeHolds)).toEqual([]);
});
