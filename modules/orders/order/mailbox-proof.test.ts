import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#modules/accounts/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { days } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { orderAudits, orders } from '../schema.ts';

/** Who typed an address may not have one mailed by it who is a stranger to both. */
async function open({ price = 0, event = {} }: { price?: number; event?: object } = {}) {
  const shop = await testShop({ demo: false, env: { BANK_PAYEE: 'Startblock', BANK_IBAN: 'AT611904300234573201' } });
  const race = await shop.deps.write((work) =>
    makeRace(work, { price, event: { processingFee: 0, paymentInAdvancePossible: true, ...event } }),
  );
  const guest = async (email = 'typed@example.test') => {
    const visitor = shop.visitor();
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
    return visitor;
  };
  const book = async (who: Caller, email = 'stranger@example.test') => {
    const body = bookingOf(race, [runner({ email })], { totalPrice: price });
    const answer = await who.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, body);
    expect(answer.status).toBe(201);
    await shop.settle();
    return answer.body.orderId;
  };
  const orderRow = async (id: number) => {
    const [row] = await shop.deps.read.select().from(orders).where(eq(orders.id, id));
    if (!row) throw new Error('no order');
    return row;
  };
  const linkIn = async (address = 'typed@example.test') => {
    const found = /http:\/\/shop\.test(\/orders\/\d+\/confirm-address\?\S+)/.exec(
      (await shop.mails(address))[0]?.text ?? '',
    );
    return found?.[1] ?? null;
  };
  const mailsTo = async (address = 'stranger@example.test') => (await shop.mails(address)).length;
  return { ...shop, race, guest, book, orderRow, linkIn, mailsTo };
}
/** As a mail program opens it: without any cookie. */
const press = (at: Awaited<ReturnType<typeof open>>, link: string) => at.visitor().form(link, {});

test('a free order of an unproven address mails no participant before its proof', async () => {
  const at = await open();
  const orderId = await at.book(await at.guest());
  expect(await at.mailsTo('typed@example.test')).toBe(1);
  expect(await at.mailsTo()).toBe(0);
  const link = (await at.linkIn()) ?? '';
  const reader = at.visitor();
  const page = await reader.fetch(link);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(html).not.toMatch(/Wałęsa|Zoë|Donaulauf|typed@|stranger@/);
  await at.settle();
  // A program that looks through mails has opened it, and nothing was proven by that.
  expect(await at.mailsTo()).toBe(0);
  expect((await at.orderRow(orderId)).awaitsProof).toBe(true);

  const pressed = await press(at, link);
  expect(pressed.status).toBe(303);
  await at.settle();
  expect(await at.mailsTo()).toBe(1);
  expect((await at.orderRow(orderId)).awaitsProof).toBe(false);
  const [user] = await at.deps.read.select().from(users).where(eq(users.email, 'typed@example.test'));
  expect(user?.verifiedAt).not.toBeNull();
  const audits = await at.deps.read.select().from(orderAudits).where(eq(orderAudits.orderId, orderId));
  expect(audits.map(({ comment }) => comment)).toContain('mailbox.proven');
  // It opens no session, and pressed again does nothing.
  expect(pressed.headers.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([]);
  expect(await (await reader.fetch(link)).text()).toContain('Deine Adresse ist bestätigt');
  await press(at, link);
  await at.settle();
  expect(await at.mailsTo()).toBe(1);
});

test('a free order for the buyer alone gets its ticket after the proof', async () => {
  const at = await open();
  const guest = await at.guest();
  const body = bookingOf(at.race, [runner({ email: null })], { totalPrice: 0 });
  const answer = await guest.json<{ orderId: number }>('POST', `/api/events/${at.race.eventId}/book`, body);
  expect(answer.status).toBe(201);
  await at.settle();
  const [first] = await at.mails('typed@example.test');
  expect(first?.text).toContain('Erst dann schicken wir dir die Startkarten');
  expect(first?.text).not.toContain('/tickets/');
  const done = await guest.fetch(`/events/${at.race.eventId}/completed?order=${answer.body.orderId}`);
  const html = await done.text();
  expect(html).toContain('sobald du den Knopf in der Bestätigung gedrückt hast');
  expect(html).not.toContain('kommt die Startkarte mit deiner Bestellbestätigung');
  await press(at, (await at.linkIn()) ?? '');
  await at.settle();
  const all = await at.mails('typed@example.test');
  expect(all.map(({ text }) => /http:\/\/shop\.test\/tickets\/\S+/.test(text))).toContain(true);
});

test('a proof link that is forged, expired, of another order or of a former buyer opens nothing', async () => {
  const at = await open();
  const orderId = await at.book(await at.guest());
  const other = await at.book(await at.guest('other@example.test'), 'second@example.test');
  const link = (await at.linkIn()) ?? '';
  const statusOf = async (path: string) => (await press(at, path)).status;
  expect(await statusOf(`/orders/${orderId}/confirm-address`)).toBe(404);
  expect(await statusOf(link.replace(/signature=./, 'signature=_'))).toBe(404);
  expect(await statusOf(link.replace(/expires=\d/, 'expires=9'))).toBe(404);
  expect(await statusOf(link.replace(`/orders/${orderId}/`, `/orders/${other}/`))).toBe(404);
  const admin = await at.login('admin@example.test', { superAdmin: true });
  const changed = await admin.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, {
    newEmail: 'new@example.test',
  });
  expect(changed.status).toBe(200);
  expect(await statusOf(link)).toBe(404);
  at.clock.advance(days(31));
  expect(await statusOf((await at.linkIn('other@example.test')) ?? '')).toBe(404);
  await at.settle();
  expect((await at.orderRow(other)).awaitsProof).toBe(true);
});

test('a paid order needs no proof', async () => {
  const at = await open({ price: 3000 });
  const orderId = await at.book(await at.guest());
  const admin = await at.login('admin@example.test', { superAdmin: true });
  await admin.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  await at.settle();
  expect(await at.mailsTo()).toBe(1);
});

test('the first login with a mailbox proves its orders, in any visit', async () => {
  const at = await open();
  await at.book(await at.guest());
  await at.login('typed@example.test');
  await at.settle();
  expect(await at.mailsTo()).toBe(1);
});

test('a proven account’s typed address needs a login in the same visit', async () => {
  const at = await open();
  await at.login('typed@example.test');
  // That proof may be heard of late, and is none of what was ordered since.
  at.clock.advance(1);
  const guest = await at.guest();
  const orderId = await at.book(guest);
  await at.settle();
  expect(await at.mailsTo()).toBe(0);
  // The owner comes in elsewhere and knows nothing of it.
  at.clock.advance(days(1));
  await at.login('typed@example.test');
  await at.settle();
  expect(await at.mailsTo()).toBe(0);
  at.clock.advance(days(1));
  await guest.json('POST', '/api/auth/code/send-mail', { email: 'typed@example.test' });
  await at.settle();
  const code = /^\d{6}$/m.exec((await at.mails('typed@example.test'))[0]?.text ?? '')?.[0];
  expect((await guest.json('POST', '/api/auth/code/login', { email: 'typed@example.test', code })).status).toBe(200);
  await at.settle();
  expect((await at.orderRow(orderId)).awaitsProof).toBe(false);
  expect(await at.mailsTo()).toBe(1);
});

test('a new address of a participant is no way around it; an organizer may send the ticket', async () => {
  const at = await open();
  const guest = await at.guest();
  const orderId = await at.book(guest);
  type Shown = { order: { competitions: { teams: { participants: { id: number }[] }[] }[] } };
  const { body } = await guest.json<Shown>('GET', `/api/orders/${orderId}`);
  const id = body.order.competitions[0]?.teams[0]?.participants[0]?.id;
  const changed = await guest.json('POST', `/api/orders/${orderId}/participants/${id}/change-email`, {
    newEmail: 'next@example.test',
  });
  expect(changed.status).toBe(200);
  await at.settle();
  expect(await at.mailsTo('next@example.test')).toBe(0);
  const admin = await at.login('admin@example.test', { superAdmin: true });
  await admin.json('PATCH', `/api/admin/orders/${orderId}/resend-participant-email/${id}`);
  await at.settle();
  expect(await at.mailsTo('next@example.test')).toBe(1);
});

test.each([
  ['where the event says nothing, 10 days', null, 10],
  ['as long as the event says', 21, 21],
] as const)('a transfer of a typed address is waited for: %s', async (_, bankTransferHoldDays, waited) => {
  const at = await open({ price: 3000, event: { bankTransferHoldDays } });
  const guest = await at.guest();
  const orderId = await at.book(guest);
  expect((await guest.json('POST', `/api/orders/${orderId}/payment-in-advance`, {})).status).toBe(200);
  expect((await at.orderRow(orderId)).expiresAt).toBe(at.clock() + days(waited));
  await at.settle();
  await press(at, (await at.linkIn()) ?? '');
  await at.settle();
  // From now on the event alone says how long.
  expect((await at.orderRow(orderId)).expiresAt).toBe(bankTransferHoldDays === null ? null : at.clock() + days(waited));
});

test('a transfer of a proven mailbox is waited for as the event says, and one that comes back begins anew', async () => {
  const at = await open({ price: 3000 });
  const buyer = await at.login('buyer@example.test');
  const mine = await at.book(buyer);
  await buyer.json('POST', `/api/orders/${mine}/payment-in-advance`, {});
  expect((await at.orderRow(mine)).expiresAt).toBeNull();
  const guest = await at.guest();
  const theirs = await at.book(guest);
  await guest.json('POST', `/api/orders/${theirs}/payment-in-advance`, {});
  await guest.json('PATCH', `/api/orders/${theirs}/cancel`);
  at.clock.advance(days(1));
  const back = await at.login('admin@example.test', { superAdmin: true });
  expect((await back.json('PATCH', `/api/admin/orders/${theirs}/status`, { status: 'pending' })).status).toBe(200);
  expect((await at.orderRow(theirs)).expiresAt).toBe(at.clock() + days(10));
});
