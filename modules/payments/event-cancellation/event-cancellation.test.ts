import { and, eq, like, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#modules/orders/schema.ts';
import { addOrganizerUser } from '#modules/organizers/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { mails } from '#src/data/schema.ts';
import { hours } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { eventCancellations, refunds } from '../schema.ts';
import { advanceCancellation } from './cancellation-job.ts';
import { cancellationOf } from './start-cancellation.ts';

type Said = { code?: string; cancellation: Record<string, unknown> };
const message = { de: { subject: '{event}: abgesagt', body: 'Hallo {firstName},\n\nes stürmt.' } };

/** A race with `paid` paid orders and one pending order; every third buyer's participants share an address. */
async function canceledRace(paid: number) {
  const shop = await testShop();
  const at = await race(shop);
  const ids: number[] = [];
  for (let n = 0; n < paid + 1; n += 1) {
    const people = [
      { firstName: `P${n}`, lastName: 'Huber', email: n % 3 === 0 ? 'FAMILIE@runner.example' : `p${n}@runner.example` },
    ];
    const id = await order(shop, at, { buyer: `buyer${n}@runner.example`, people });
    if (n < paid) await shop.deps.write((work) => markPaid(work, { orderId: id, editorId: 1 }));
    ids.push(id);
  }
  const boss = await shop.login(raceOrganizer);
  const start = (refund: string, text: unknown = message) =>
    boss.json<Said>('POST', `/api/admin/events/${at.eventId}/cancel`, { refund, message: text });
  return { shop, ...at, ids, boss, start };
}
const open = async ({ deps }: TestShop, eventId: number) =>
  (
    await deps.read
      .select()
      .from(orders)
      .where(and(eq(orders.eventId, eventId), ne(orders.status, 'canceled')))
  ).length;
const words = async ({ deps }: TestShop) =>
  (await deps.read.select({ to: mails.recipient }).from(mails).where(like(mails.uniqueKey, 'EventCanceled%')))
    .map(({ to }) => to.toLowerCase())
    .sort();
async function finish(shop: TestShop, eventId: number) {
  for (let pieces = 0; pieces < 50; pieces += 1) {
    const running = await cancellationOf(shop.deps.read, eventId);
    if (!running || running.finishedAt !== null) return pieces;
    await shop.deps.write((work) => advanceCancellation(work, running.id));
  }
  throw new Error('it never ends');
}

test('stops the sale at once, cancels every order, refunds by one rule, and mails each person once', async () => {
  const { shop, eventId, competitionId, start, boss } = await canceledRace(30);
  const started = await start('full');
  expect(started.body.cancellation).toMatchObject({ status: 'running', orders: 31, canceled: 0, refund: 'full' });
  await expect(order(shop, { eventId, competitionId })).rejects.toThrow('EVENT_CANCELED');
  expect((await start('full')).body.code).toBe('EVENT_CANCELED');
  // 25, then 6 and the end.
  expect(await finish(shop, eventId)).toBe(2);
  expect(await open(shop, eventId)).toBe(0);
  const { body } = await boss.json<Said>('GET', `/api/admin/events/${eventId}/cancellation`);
  const back = await shop.deps.read.select({ amount: refunds.amount }).from(refunds);
  expect([back.length, new Set(back.map(({ amount }) => amount))]).toEqual([30, new Set([3000])]);
  const told = await words(shop);
  // 31 buyers, the shared address, and the twenty other participants of paid orders.
  expect([told.length, new Set(told).size]).toEqual([52, 52]);
  expect(body.cancellation).toMatchObject({ status: 'done', canceled: 31, refunded: 90_000, mails: 52 });
  const history = await (await boss.fetch(`/admin/events/${eventId}/history`)).text();
  expect([history.includes('Absage'), history.includes('900,00')]).toEqual([true, true]);
});

test('cut off between and within its pieces it goes on, and nothing is done twice', async () => {
  const { shop, eventId, start } = await canceledRace(30);
  await start('full');
  const running = await cancellationOf(shop.deps.read, eventId);
  const id = running?.id ?? 0;
  // A power failure after the batch is written and before the commit.
  const cut = shop.deps.write(async (work) => {
    await advanceCancellation(work, id);
    throw new Error('power');
  });
  await expect(cut).rejects.toThrow('power');
  expect([await open(shop, eventId), (await words(shop)).length]).toEqual([31, 0]);
  await shop.deps.write((work) => advanceCancellation(work, id));
  expect(await open(shop, eventId)).toBe(6);
  // Two processes at once, one of them with an expired lease.
  await Promise.all([1, 2, 3].map(() => shop.deps.write((work) => advanceCancellation(work, id))));
  expect(await finish(shop, eventId)).toBe(0);
  expect((await shop.deps.read.select().from(refunds)).length).toBe(30);
  const told = await words(shop);
  expect([told.length, new Set(told).size]).toEqual([52, 52]);
  const [row] = await shop.deps.read.select().from(eventCancellations);
  expect(row).toMatchObject({ canceledCount: 31, refundedCents: 90_000, mailCount: 52 });
});

test('and the place it keeps is what holds that: without it a piece is counted twice', async () => {
  const { shop, eventId, ids, start } = await canceledRace(3);
  await start('none');
  const running = await cancellationOf(shop.deps.read, eventId);
  await shop.deps.write((work) => advanceCancellation(work, running?.id ?? 0));
  // As if the progress were lost on a restart; one order was reactivated meanwhile.
  await shop.deps.write(({ tx }) =>
    tx
      .update(orders)
      .set({ status: 'pending' })
      .where(eq(orders.id, ids[3] ?? 0)),
  );
  await shop.deps.write(({ tx }) => tx.update(eventCancellations).set({ lastOrderId: 0, finishedAt: null }));
  await finish(shop, eventId);
  const [row] = await shop.deps.read.select().from(eventCancellations);
  // The mail keys guard against duplicates, too.
  expect(row).toMatchObject({ orderCount: 4, canceledCount: 5, mailCount: (await words(shop)).length });
});

test.each([
  ['none', 0],
  ['withoutProcessingFee', 3000],
])('the rule %s gives back %i', async (mode, each) => {
  const { shop, eventId, start } = await canceledRace(2);
  expect((await start(mode)).status).toBe(200);
  await finish(shop, eventId);
  const back = await shop.deps.read.select({ amount: refunds.amount }).from(refunds);
  expect(back.map(({ amount }) => amount)).toEqual(each ? [each, each] : []);
});

test('bad input, old logins and other roles', async () => {
  const { shop, eventId, start, boss } = await canceledRace(1);
  expect((await start('half')).status).toBe(400);
  for (const body of ['', 'Hallo {name}', 'Dein {ticketLink}', 'Der {competition}'])
    expect((await start('none', { de: { subject: 'x', body } })).body.code).toBe('VALIDATION_FAILED');
  expect((await start('none', { de: { subject: 'x'.repeat(151), body: 'x' } })).status).toBe(400);
  const organizerId = (await shop.deps.findViewer(boss.cookies.get('session') ?? ''))?.roles[0]?.organizerId ?? 0;
  const path = `/api/admin/events/${eventId}/cancel`;
  for (const role of ['finance', 'desk', 'gate'] as const) {
    await shop.deps.write((work) => addOrganizerUser(work, organizerId, `${role}@x.example`, null, role));
    const who = await shop.login(`${role}@x.example`);
    expect((await who.json<Said>('POST', path, { refund: 'none' })).body.code).toBe('NO_PERMISSION');
  }
  shop.clock.advance(hours(2) + 1);
  expect((await start('none')).body.code).toBe('INVALID_TOKEN');
  expect(await cancellationOf(shop.deps.read, eventId)).toBeNull();
});

test('the page shows what it would do, the mail, and how far it is', async () => {
  const { shop, eventId, boss } = await canceledRace(2);
  const path = `/admin/events/${eventId}/cancel`;
  const html = await (await boss.fetch(path)).text();
  expect(html).toContain('60,00');
  const fields = {
    'de.subject': '{event} fällt aus',
    'de.body': 'Hallo {firstName}, es stürmt.',
    'en-us.subject': '',
    'en-us.body': '',
  };
  const shown = await (await boss.form(path, { ...fields, intent: 'preview' })).text();
  expect([shown.includes('Donaulauf fällt aus'), shown.includes('Hallo Eva, es stürmt.')]).toEqual([true, true]);
  const lacking = await boss.form(path, { ...fields, intent: 'cancel' });
  expect(lacking.status).toBe(400);
  expect(await cancellationOf(shop.deps.read, eventId)).toBeNull();
  for (const confirmedTitle of ['', 'Donau']) {
    const refused = await boss.form(path, { ...fields, refund: 'none', intent: 'cancel', confirmedTitle });
    expect([refused.status, (await refused.text()).includes('Das ist nicht der Titel')]).toEqual([400, true]);
  }
  expect(await cancellationOf(shop.deps.read, eventId)).toBeNull();
  const done = await boss.form(path, { ...fields, refund: 'none', intent: 'cancel', confirmedTitle: ' donaulauf ' });
  expect([done.status, done.headers.get('location')]).toEqual([303, path]);
  const running = await boss.fetch(path);
  expect([running.headers.get('refresh'), (await running.text()).includes('Die Absage läuft')]).toEqual(['3', true]);
  await finish(shop, eventId);
  const over = await boss.fetch(path);
  expect([over.headers.get('refresh'), (await over.text()).includes('Die Absage ist fertig')]).toEqual([null, true]);
});

test('greets each person by name, with the organizer’s message', async () => {
  const { shop, eventId, start } = await canceledRace(1);
  await start('full');
  await finish(shop, eventId);
  await shop.settle();
  const texts = async (to: string) => (await shop.mails(to)).filter(({ subject }) => subject === 'Donaulauf: abgesagt');
  const [[mine], [waiting]] = [await texts('familie@runner.example'), await texts('buyer1@runner.example')];
  expect(mine?.text ?? waiting?.text).toContain('es stürmt.');
  expect((await texts('buyer0@runner.example')).length).toBe(1);
  expect(waiting?.text).toContain('Hallo ');
  // Participants of unpaid or unproven orders got no mail before and get none now.
  expect(await texts('p1@runner.example')).toEqual([]);
});
