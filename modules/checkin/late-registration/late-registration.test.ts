import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#modules/accounts/schema.ts';
import { updateEvent } from '#modules/events/index.ts';
import { competitionPrices, competitions } from '#modules/events/schema.ts';
import { eventAudits } from '#modules/events/schema-audits.ts';
import { orderAudits, orders, participants } from '#modules/orders/schema.ts';
import { ledgerEntries, refunds } from '#modules/payments/schema.ts';
import { mails } from '#src/data/schema.ts';
import { fromIso } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { lateRegistrations } from '../schema.ts';
import { deviceAt, type Gate, gateOf } from '../testing.ts';

const now = '2026-05-17T05:00:00Z';
const late = { firstName: 'Lea', lastName: 'Spät', birthDate: '1994-03-02' };
type Answer = {
  code?: string;
  details?: { fields?: Record<string, string[]>; totalPrice?: number };
  orderId: number;
  totalPrice: number;
  participants: { id: number; bib: string | null }[];
};

async function deskOf(change: Parameters<typeof updateEvent>[2] = {}) {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  await shop.deps.write((work) => updateEvent(work, gate.eventId, { cashAtDesk: true, ...change }));
  return { shop, gate };
}
let keys = 0;
type Registration = { path?: string; key?: string | null; person?: object; total?: number; change?: object };
function register(
  caller: Caller,
  gate: Gate,
  { path, key = `key-${++keys}`, person = {}, total = 3000, change = {} }: Registration = {},
) {
  return caller.json<Answer>(
    'POST',
    path ?? `${gate.base}/late-registrations`,
    {
      teams: [{ competitionId: gate.competitionId, participants: [{ localId: 'a', ...late, ...person }] }],
      totalPrice: total,
      contactAddress: { firstName: 'Lea', lastName: 'Spät' },
      eventConditionsAccepted: true,
      cashReceived: true,
      ...change,
    },
    key === null ? {} : { 'idempotency-key': key },
  );
}
const rows = (shop: TestShop) => shop.deps.read.select().from(lateRegistrations);

test('a cash registration makes a complete order, ledger entries and a history', async () => {
  const { shop, gate } = await deskOf();
  const { status, body } = await register(gate.organizer, gate, { person: { email: 'lea@runner.example' } });
  expect([status, body.totalPrice, body.participants.length]).toEqual([201, 3000, 1]);
  const [order] = await shop.deps.read.select().from(orders).where(eq(orders.id, body.orderId));
  expect(order).toMatchObject({
    status: 'complete',
    paymentMethod: 'cash',
    paymentStatus: 'completed',
    totalPrice: 3000,
  });
  const entries = await shop.deps.read.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, body.orderId));
  expect(entries).toMatchObject([{ kind: 'payment', method: 'cash', amount: 3000 }]);
  expect(await rows(shop)).toMatchObject([{ orderId: body.orderId, amount: 3000, deviceId: null }]);
  const [staff] = await shop.deps.read.select().from(users).where(eq(users.email, 'race@organizer.example'));
  const audits = await shop.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, body.orderId));
  expect(audits.map(({ type, editorId }) => [type, editorId])).toEqual([
    ['OrderCreated', staff?.id],
    ['OrderPaid', staff?.id],
  ]);
  // With an address there are the usual mails.
  await shop.settle();
  const sent = await shop.deps.read.select().from(mails).where(eq(mails.orderId, body.orderId));
  expect(sent.map(({ type, recipient }) => [type, recipient]).sort()).toEqual([
    ['OrderConfirmation', 'lea@runner.example'],
    ['RegistrationConfirmation', 'lea@runner.example'],
  ]);
  // It belongs to the account of the address.
  const buyer = await shop.login('lea@runner.example');
  expect((await buyer.json('GET', `/api/orders/${body.orderId}`)).status).toBe(200);
});

test('a buyer without address gets no mail; an address can be added later', async () => {
  const { shop, gate } = await deskOf();
  const one = await register(gate.organizer, gate);
  const two = await register(gate.organizer, gate, { person: { firstName: 'Max' } });
  expect([one.status, two.status]).toEqual([201, 201]);
  await shop.settle();
  const before = await shop.deps.read
    .select()
    .from(mails)
    .where(sql`order_id in (${one.body.orderId}, ${two.body.orderId})`);
  expect(before).toEqual([]);
  const path = `/api/admin/orders/${one.body.orderId}`;
  expect((await gate.organizer.json('PATCH', `${path}/cancel`, { refund: { mode: 'full' } })).status).toBe(200);
  await shop.settle();
  expect(await shop.deps.read.select().from(mails).where(eq(mails.orderId, one.body.orderId))).toEqual([]);
  const given = await gate.organizer.form(`/admin/orders/${two.body.orderId}/change-buyer`, {
    newEmail: 'max@runner.example',
  });
  expect(given.status).toBe(303);
  const buyer = await shop.login('max@runner.example');
  expect((await buyer.json('GET', `/api/orders/${two.body.orderId}`)).status).toBe(200);
  // The account without an address has no login.
  expect(
    (await shop.visitor().json('POST', '/api/auth/code/send-mail', { email: `desk-${gate.eventId}` })).status,
  ).toBe(400);
});

test('a double tap registers once, also at the same moment; another desk with that key registers its own', async () => {
  const { shop, gate } = await deskOf();
  const { phone, id } = await deviceAt(shop, gate, { mayTakeCash: true });
  const twice = await Promise.all([1, 2, 3].map(() => register(gate.organizer, gate, { key: 'tap' })));
  expect(new Set(twice.map(({ body }) => body.orderId)).size).toBe(1);
  expect((await rows(shop)).length).toBe(1);
  const path = `/api/scan/devices/${id}/late-registrations`;
  const other = await register(phone, gate, { path, key: 'tap', person: { firstName: 'Max' } });
  expect(other.status).toBe(201);
  expect((await rows(shop)).length).toBe(2);
  // Without a key the registration cannot be identified.
  const without = await register(gate.organizer, gate, { key: null, person: { firstName: 'Uwe' } });
  expect([without.status, without.body.details?.fields]).toEqual([400, { 'idempotency-key': ['Das fehlt noch.'] }]);
});

test('refuses cash where the organizer or the device does not allow it', async () => {
  const { shop, gate } = await deskOf({ cashAtDesk: false });
  const refused = await register(gate.organizer, gate);
  expect([refused.status, refused.body.code]).toEqual([409, 'CASH_NOT_ALLOWED']);
  const quoted = await gate.organizer.json<Answer>('POST', `${gate.base}/late-registrations/quote`, {
    teams: [{ competitionId: gate.competitionId, participants: [{ localId: 'a', ...late }] }],
  });
  expect([quoted.status, quoted.body.code]).toEqual([409, 'CASH_NOT_ALLOWED']);
  const off = await gate.organizer.json('PATCH', `/api/admin/events/${gate.eventId}`, { cashAtDesk: true });
  expect(off.status).toBe(200);
  const [audit] = await shop.deps.read.select().from(eventAudits).where(sql`changes like '%cashAtDesk%'`);
  expect(audit).toBeDefined();
  const handsOut = await deviceAt(shop, gate, { mayHandOut: true });
  expect((await register(handsOut.phone, gate, { path: `${handsOut.api}/late-registrations` })).status).toBe(404);
  const till = await deviceAt(shop, gate, { mayTakeCash: true, gate: 'Halle' });
  const stranger = await register(shop.visitor(), gate, { path: `${till.api}/late-registrations` });
  expect(stranger.status).toBe(401);
  const made = await register(till.phone, gate, { path: `${till.api}/late-registrations` });
  expect(made.status).toBe(201);
  const audits = await shop.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, made.body.orderId));
  expect(audits.map(({ type, comment }) => [type, comment])).toEqual([
    ['OrderCreated', ''],
    ['OrderPaid', 'Halle'],
    ['Other', 'gate.lateByDevice'],
  ]);
  const listed = await gate.organizer.json('GET', `${gate.base}/late-registrations`);
  expect(listed.body).toMatchObject({ taken: 3000, tills: [{ name: `Halle #${till.id}`, count: 1, taken: 3000 }] });
  await gate.organizer.json('POST', `${gate.base}/devices/${till.id}/end`);
  const ended = await register(till.phone, gate, {
    path: `${till.api}/late-registrations`,
    person: { firstName: 'Max' },
  });
  expect(ended.status).toBe(403);
});

test('the desk sells after the end of the registration at its last price, and never past places, ages or the end', async () => {
  const { shop, gate } = await deskOf();
  const over = fromIso('2026-05-10T00:00:00Z');
  await shop.deps.write(async ({ tx }) => {
    await tx
      .update(competitionPrices)
      .set({ availableTo: over })
      .where(eq(competitionPrices.competitionId, gate.competitionId));
    await tx
      .update(competitions)
      .set({ minAge: 18, totalTicketCount: 4 })
      .where(eq(competitions.id, gate.competitionId));
  });
  const { touchEvent } = await import('#modules/events/index.ts');
  await shop.deps.write((work) => touchEvent(work, gate.eventId));
  const online = await shop.visitor().json<Answer>('POST', `/api/events/${gate.eventId}/quote`, {
    teams: [{ competitionId: gate.competitionId, participants: [{ localId: 'a', ...late }] }],
    totalPrice: 3000,
  });
  expect(online.body.code).toBe('TICKET_COMPETITION_PRICE_SOLD_OUT');
  const code = async (input: Registration) => (await register(gate.organizer, gate, input)).body.code;
  expect(await code({ person: { birthDate: '2012-01-01' } })).toBe('REGISTERING_INVALID_AGES');
  expect(await code({ total: 2999 })).toBe('NOT_MATCHING_ORDER_TOTAL');
  expect(await code({ change: { cashReceived: false } })).toBe('VALIDATION_FAILED');
  expect(await code({ change: { totalPrice: 'x' } })).toBe('VALIDATION_FAILED');
  expect(await code({})).toBeUndefined();
  expect(await code({})).toBe('TICKET_ALREADY_BOOKED');
  expect(await code({ person: { firstName: 'Eva' } })).toBeUndefined();
  // Two places were sold before: the fourth was the last one.
  expect(await code({ person: { firstName: 'Max' } })).toBe('NOT_ENOUGH_TICKETS');
  expect(await shop.deps.read.select().from(participants).where(eq(participants.live, true))).toHaveLength(4);
});

test('cash goes back out of the till of the organizer: no account is asked for, no file has it, the sums hold', async () => {
  const { shop, gate } = await deskOf();
  const { body } = await register(gate.organizer, gate, { person: { email: 'lea@runner.example' } });
  await gate.organizer.json('PATCH', `/api/admin/orders/${body.orderId}/cancel`, { refund: { mode: 'full' } });
  const opened = await shop.deps.read.select().from(refunds);
  expect(opened).toMatchObject([
    { way: 'cash', method: 'cash', status: 'pending', amount: 3000, iban: null, nextTryAt: null },
  ]);
  await shop.settle();
  const types = (await shop.deps.read.select().from(mails).where(eq(mails.orderId, body.orderId))).map(
    ({ type }) => type,
  );
  expect(types).not.toContain('RefundAccount');
  const done = await gate.organizer.json('POST', '/api/admin/orders/set-refund-status', {
    orderIds: [body.orderId],
    refundStatus: 'completed',
  });
  expect(done.status).toBe(200);
  const entries = await shop.deps.read.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, body.orderId));
  expect(entries.map(({ kind, method, amount }) => [kind, method, amount])).toEqual([
    ['payment', 'cash', 3000],
    ['refund', 'cash', 3000],
  ]);
});
