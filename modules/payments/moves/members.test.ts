import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createCompetition, createPrice, updateCompetition, updateEvent } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { days, fromIso } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { race, raceOrganizer } from '../testing.ts';

const buyer = 'buyer@runner.example';

/** An order of a relay with two of two to four people at 20,00 €, and a single runner at 30,00 €. */
async function scene({ isPaid = true, hasProtection = false, buyersMayChange = true } = {}) {
  const shop = await testShop();
  const made = await race(shop);
  const office = await shop.login(raceOrganizer);
  const relayId = await shop.deps.write(async (work) => {
    await updateEvent(work, made.eventId, { buyersMayChange });
    const id = await createCompetition(work, made.eventId, {
      ...{ title: 'Staffel', type: 'team', minTeamSize: 2, maxTeamSize: 4 },
      ...{ timestamp: fromIso('2026-05-17T08:00:00Z'), totalTicketCount: 4 },
    });
    await createPrice(work, id, { price: 2000, quantity: 4 });
    return id;
  });
  const protection = { title: 'Stornoschutz', description: 'Geld zurück', price: 500 };
  const { body: made2 } = await office.json<{ cancellationProtection: { id: number } }>(
    'POST',
    `/api/admin/cancellation-protections/${made.eventId}`,
    protection,
  );
  const owner = await shop.login(buyer);
  const placed = await owner.json<{ orderId: number; code?: string }>('POST', `/api/events/${made.eventId}/book`, {
    teams: [
      {
        competitionId: relayId,
        teamName: 'Die Flinken',
        participants: [
          { localId: 'a', firstName: 'Ana', lastName: 'Huber', email: 'ana@runner.example' },
          { localId: 'b', firstName: 'Bea', lastName: 'Koç', email: 'bea@runner.example' },
        ],
      },
      {
        competitionId: made.competitionId,
        participants: [{ localId: 'c', firstName: 'Cem', lastName: 'Øst', email: 'cem@runner.example' }],
      },
    ],
    ...(hasProtection ? { cancellationProtections: [{ id: made2.cancellationProtection.id, price: 500 }] } : {}),
    contactAddress: { firstName: 'Ada', lastName: 'Berger' },
    totalPrice: hasProtection ? 7500 : 7000,
    ...{ termsAccepted: true, eventConditionsAccepted: true },
  });
  const { orderId } = placed.body;
  const mark = () => office.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  if (isPaid) expect((await mark()).status).toBe(200);
  await shop.settle();
  const known = async (id = orderId) => (await orderOf(shop.deps.read, id)) ?? expect.fail();
  const people = async (id = orderId) =>
    (await known(id)).competitions.flatMap(({ title, teams }) =>
      teams.flatMap(({ participants }) => participants.map(({ firstName }) => `${firstName}, ${title}`)),
    );
  const idOf = async (firstName: string) =>
    (await known()).competitions
      .flatMap(({ teams }) => teams.flatMap(({ participants }) => participants))
      .find((person) => person.firstName === firstName)?.id ?? expect.fail();
  const teamId = (await known()).competitions.find(({ type }) => type === 'team')?.teams[0]?.teamId ?? expect.fail();
  /** Money and stock; asserts that the lines add up to the total. */
  const state = async (id = orderId) => {
    const now = await known(id);
    expect(now.orderItems.reduce((sum, { priceTotal }) => sum + priceTotal, 0)).toBe(now.totalPrice);
    const { open } = await moneyOfOrder(shop.deps.read, now);
    const [stock] = await shop.deps.read.all<{ relay: number; single: number }>(
      sql`select sum(case when competition_id = ${relayId} then sold else 0 end) relay,
        sum(case when competition_id = ${made.competitionId} then sold else 0 end) single from competition_prices`,
    );
    return {
      ...{ status: now.status, total: now.totalPrice, open, ...stock },
      refunds: (await refundsOf(shop.deps.read, id)).map(({ amount }) => amount),
    };
  };
  const answer = async (of: typeof office, method: 'POST' | 'PATCH', path: string, body: object) => {
    const { status, body: sent } = await of.json<{ code?: string; details?: { reason?: string } }>(method, path, body);
    await shop.settle();
    return status === 200 ? 200 : [status, sent.code];
  };
  const cancel = async (firstName: string, body: object = {}) =>
    answer(office, 'PATCH', `/api/admin/orders/${orderId}/participants/${await idOf(firstName)}/cancel`, body);
  const cancelOwn = async (firstName: string) =>
    answer(owner, 'PATCH', `/api/orders/${orderId}/participants/${await idOf(firstName)}/cancel`, {});
  const newcomer = { firstName: 'Dana', lastName: 'Wałęsa', email: 'dana@runner.example' };
  const add = (body: object = newcomer) =>
    answer(office, 'POST', `/api/admin/orders/${orderId}/teams/${teamId}/participants`, body);
  const addOwn = (body: object = newcomer) =>
    answer(owner, 'POST', `/api/orders/${orderId}/teams/${teamId}/participants`, body);
  const canceledOrder = async () => {
    const rows = await shop.deps.read.all<{ id: number }>(sql`select id from orders where id <> ${orderId}`);
    return rows.at(-1)?.id ?? expect.fail();
  };
  return {
    ...{ shop, office, owner, made, relayId, orderId, people, idOf, state, cancel, cancelOwn, add, addOwn, mark },
    canceledOrder,
  };
}

test('cancels one of several people: place, money, ticket and mail follow, the others stay', async () => {
  const { shop, people, state, cancel, canceledOrder } = await scene();
  expect(await state()).toMatchObject({ total: 7000, relay: 2, single: 1 });
  expect(await cancel('Cem', { refund: { mode: 'full' } })).toBe(200);
  expect(await people()).toEqual(['Ana, Staffel', 'Bea, Staffel']);
  expect(await state()).toMatchObject({
    status: 'complete',
    total: 4000,
    open: 0,
    relay: 2,
    single: 0,
    refunds: [3000],
  });
  const own = await canceledOrder();
  expect(await people(own)).toEqual(['Cem, Halbmarathon']);
  expect(await state(own)).toMatchObject({ status: 'canceled', total: 3000, refunds: [] });
  const history = await shop.deps.read.all<{ type: string }>(
    sql`select type from order_audits where order_id = ${own} order by id`,
  );
  expect(history.map(({ type }) => type)).toEqual(['OrderCreated', 'OrderCanceled']);
  const [told] = await shop.mails(buyer);
  expect(told?.subject).toBe('Cem Øst ist abgemeldet: Donaulauf');
  expect(told?.text).toContain('30,00');
  const [ticket] = await shop.mails('cem@runner.example');
  expect(ticket?.subject).toContain('gilt nicht mehr');
  expect((await shop.mails('ana@runner.example'))[0]?.subject).not.toContain('gilt nicht mehr');
});

test.each([
  [{}, 7000, []],
  [{ refund: { mode: 'none' } }, 7000, []],
  [{ refund: { mode: 'custom', amount: 1000 } }, 6000, [1000]],
  [{ refund: { mode: 'withoutProcessingFee' } }, 4000, [3000]],
] as const)('keeps what is not refunded as a line of its own: %j', async (body, total, refunds) => {
  const { state, cancel } = await scene();
  expect(await cancel('Cem', body)).toBe(200);
  expect(await state()).toMatchObject({ total, open: 0, refunds, single: 0 });
});

test('an unpaid order costs what is left', async () => {
  const { state, cancel } = await scene({ isPaid: false });
  expect(await cancel('Cem')).toBe(200);
  expect(await state()).toMatchObject({ status: 'pending', total: 4000, open: 4000 });
});

test('refuses the last person, a team that becomes too small, and more money than was charged', async () => {
  const { state, cancel } = await scene();
  const before = await state();
  expect(await cancel('Ana')).toEqual([400, 'REGISTERING_INVALID_TEAMSIZE']);
  expect(await cancel('Cem', { refund: { mode: 'custom', amount: 3001 } })).toEqual([
    409,
    'CANT_REFUND_MORE_THAN_TOTAL',
  ]);
  expect(await state()).toEqual(before);
});

test('the last person is canceled with the order alone', async () => {
  const { shop, relayId, cancel } = await scene();
  await shop.deps.write((work) => updateCompetition(work, relayId, { minTeamSize: 1 }));
  expect(await cancel('Cem')).toBe(200);
  expect(await cancel('Bea')).toBe(200);
  expect(await cancel('Ana')).toEqual([409, 'CANT_CANCEL_ORDER']);
});

test('two cancellations of one person at once cancel once', async () => {
  const { office, orderId, idOf, state } = await scene();
  const path = `/api/admin/orders/${orderId}/participants/${await idOf('Cem')}/cancel`;
  const both = await Promise.all([1, 2].map(() => office.json('PATCH', path, { refund: { mode: 'full' } })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await state()).toMatchObject({ total: 4000, single: 0, refunds: [3000] });
});

test('the canceled person can be reactivated and pays the full price', async () => {
  const { office, state, cancel, canceledOrder } = await scene();
  await cancel('Cem', { refund: { mode: 'full' } });
  const own = await canceledOrder();
  const { status } = await office.json('PATCH', `/api/admin/orders/${own}/status`, { status: 'pending' });
  expect(status).toBe(200);
  expect(await state(own)).toMatchObject({ status: 'pending', total: 3000, open: 3000, single: 1 });
});

test('a member who was canceled alone does not come back as a team that is too small', async () => {
  const { office, shop, relayId, state, cancel, add, canceledOrder } = await scene();
  expect(await add()).toBe(200);
  expect(await cancel('Ana')).toBe(200);
  const own = await canceledOrder();
  const back = () => office.json<{ code?: string }>('PATCH', `/api/admin/orders/${own}/status`, { status: 'pending' });
  expect(await back()).toMatchObject({ status: 400, body: { code: 'REGISTERING_INVALID_TEAMSIZE' } });
  expect(await state(own)).toMatchObject({ status: 'canceled' });
  await shop.deps.write((work) => updateCompetition(work, relayId, { minTeamSize: 1 }));
  expect((await back()).status).toBe(200);
});

test('buyers cancel one person before payment, and afterwards with a bought protection', async () => {
  const unpaid = await scene({ isPaid: false });
  expect(await unpaid.cancelOwn('Cem')).toBe(200);
  expect(await unpaid.state()).toMatchObject({ total: 4000, open: 4000, single: 0 });
  const paid = await scene();
  expect(await paid.cancelOwn('Cem')).toEqual([409, 'CANT_CANCEL_ORDER']);
  const insured = await scene({ hasProtection: true });
  expect(await insured.cancelOwn('Cem')).toBe(200);
  expect(await insured.state()).toMatchObject({ total: 4500, open: 0, refunds: [3000] });
});

test('nothing changes for an event that does not let buyers change', async () => {
  const { owner, orderId, cancelOwn, addOwn, state, idOf } = await scene({
    ...{ isPaid: false, hasProtection: true, buyersMayChange: false },
  });
  const before = await state();
  expect(await cancelOwn('Cem')).toEqual([409, 'CANT_CANCEL_ORDER']);
  expect(await addOwn()).toEqual([409, 'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE']);
  expect(await state()).toEqual(before);
  const html = await (await owner.fetch(`/orders/${orderId}/participants/${await idOf('Cem')}`)).text();
  expect(html).not.toContain(`/cancel"`);
  expect(html).not.toContain(`/articles"`);
});

test('nobody changes the people of a stranger’s order', async () => {
  const { shop, orderId, idOf } = await scene();
  const stranger = await shop.login('stranger@runner.example');
  const cem = await idOf('Cem');
  const { status } = await stranger.json('PATCH', `/api/orders/${orderId}/participants/${cem}/cancel`, {});
  expect(status).toBe(404);
});

test('adds a person to a team with room: the rest is open, and the ticket is sent', async () => {
  const { shop, people, state, add } = await scene();
  expect(await add()).toBe(200);
  expect(await people()).toEqual(['Ana, Staffel', 'Bea, Staffel', 'Dana, Staffel', 'Cem, Halbmarathon']);
  expect(await state()).toMatchObject({ status: 'complete', total: 9000, open: 2000, relay: 3 });
  const [told] = await shop.mails(buyer);
  expect(told?.subject).toBe('Dana Wałęsa ist dabei: Donaulauf');
  expect(told?.text).toContain('20,00');
  expect((await shop.mails('dana@runner.example')).length).toBe(1);
});

test('a full team, sold-out places, bad input and the same person are refused', async () => {
  const { shop, relayId, state, add } = await scene();
  const before = await state();
  expect(await add({ firstName: 'Dana' })).toEqual([400, 'VALIDATION_FAILED']);
  await shop.deps.write((work) => updateCompetition(work, relayId, { maxTeamSize: 2 }));
  expect(await add()).toEqual([400, 'REGISTERING_INVALID_TEAMSIZE']);
  await shop.deps.write((work) => updateCompetition(work, relayId, { maxTeamSize: 4, totalTicketCount: 2 }));
  expect(await add()).toEqual([409, 'NOT_ENOUGH_TICKETS']);
  expect(await state()).toEqual(before);
});

test('a price for voucher holders, a sold-out event and one that is over add nobody', async () => {
  const { shop, made, relayId, state, add, addOwn } = await scene();
  const before = await state();
  const hold = (onlyBuyableWithVoucher: boolean) =>
    shop.deps.write(({ tx }) =>
      tx.run(sql`update competition_prices set only_buyable_with_voucher = ${onlyBuyableWithVoucher ? 1 : 0}
        where competition_id = ${relayId}`),
    );
  await hold(true);
  await shop.deps.write((work) => updateEvent(work, made.eventId, {}));
  expect(await addOwn()).toEqual([409, 'TICKET_NOT_AVAILABLE']);
  expect(await add()).toEqual([409, 'TICKET_NOT_AVAILABLE']);
  await hold(false);
  await shop.deps.write((work) => updateEvent(work, made.eventId, { soldOut: true }));
  expect(await addOwn()).toEqual([409, 'EVENT_SOLD_OUT']);
  expect(await state()).toEqual(before);
});

test('whom a buyer adds to a paid order is removed when they are not paid in time', async () => {
  const { shop, people, state, addOwn } = await scene();
  expect(await addOwn()).toBe(200);
  expect(await state()).toMatchObject({ total: 9000, open: 2000, relay: 3 });
  shop.clock.advance(days(11));
  await shop.settle();
  expect(await people()).toEqual(['Ana, Staffel', 'Bea, Staffel', 'Cem, Halbmarathon']);
  expect(await state()).toMatchObject({ status: 'complete', total: 7000, open: 0, relay: 2, refunds: [] });
  expect((await shop.mails(buyer))[0]?.text).toContain('nicht rechtzeitig bezahlt');
});

test('whom a buyer added and paid stays', async () => {
  const { shop, people, state, addOwn, mark } = await scene();
  expect(await addOwn()).toBe(200);
  expect(await mark()).toMatchObject({ status: 200 });
  shop.clock.advance(days(11));
  await shop.settle();
  expect(await people()).toContain('Dana, Staffel');
  expect(await state()).toMatchObject({ total: 9000, open: 0, relay: 3 });
});

test('pages: the organizer adds and cancels, with a refund to choose', async () => {
  const { office, orderId, idOf, state, people } = await scene();
  const cem = await idOf('Cem');
  const question = await (await office.fetch(`/admin/orders/${orderId}/participants/${cem}/cancel`)).text();
  expect(question).toContain('Nur Cem Øst wird abgemeldet');
  const path = `/admin/orders/${orderId}/participants/${cem}/cancel`;
  expect((await office.form(path, { confirmed: 'true' })).status).toBe(400);
  const done = await office.form(path, { confirmed: 'true', refund: 'full' });
  expect(done.headers.get('location')).toBe(`/admin/orders/${orderId}?done=personCanceled`);
  expect(await state()).toMatchObject({ total: 4000, refunds: [cents(3000)] });
  expect(await people()).toEqual(['Ana, Staffel', 'Bea, Staffel']);
});
