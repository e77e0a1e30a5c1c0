import { expect, test } from 'vitest';
import { createCompetition, createPrice, updateEvent } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { visibleStatus } from '#modules/orders/rules/order-state.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { fromIso } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { markPaid } from './mark-paid.ts';
import { moveBooked } from './moves/move-booked.ts';
import { payingScene } from './online/testing.ts';
import { order, race, raceOrganizer } from './testing.ts';

const html = async (who: Caller, path: string) => (await who.fetch(path)).text();
const badges = (page: string) =>
  [...page.matchAll(/class="badge" data-tone="(\w+)">([^<]*)</g)].map(([, tone, word]) => [tone, word]);

test('the state that is shown: free is not paid, and an open rest is none of it', () => {
  const of = (
    status: 'pending' | 'complete' | 'shipped' | 'canceled',
    paymentStatus: string | null,
    totalPrice: number,
  ) => visibleStatus({ status, paymentStatus, totalPrice });
  expect([of('complete', 'completed', 100), of('complete', 'pending', 100), of('shipped', 'pending', 100)]).toEqual([
    'complete',
    'restOpen',
    'restOpen',
  ]);
  expect([
    of('complete', null, 0),
    of('shipped', null, 0),
    of('canceled', null, 0),
    of('pending', 'pending', 1),
  ]).toEqual(['free', 'shipped', 'canceled', 'pending']);
});

test('an order that became dearer says so everywhere until its rest is paid', async () => {
  const shop = await testShop();
  const made = await race(shop);
  const competitionId = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, made.eventId, {
      title: 'Marathon',
      timestamp: fromIso('2026-05-17T07:30:00Z'),
      totalTicketCount: 10,
    });
    await createPrice(work, id, { price: 5000, quantity: 10 });
    return id;
  });
  const orderId = await order(shop, made);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const known = (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  const participantId = known.competitions[0]?.teams[0]?.participants[0]?.id ?? expect.fail();
  await shop.deps.write((work) => moveBooked(work, { orderId, participantId, competitionId, editorId: 1 }));
  const buyer = await shop.login('buyer@runner.example');
  const organizer = await shop.login(raceOrganizer);
  const pages: [Caller, string][] = [
    [buyer, `/orders/${orderId}`],
    [buyer, '/orders'],
    [organizer, `/admin/orders/${orderId}`],
    [organizer, '/admin/orders'],
  ];
  for (const [who, path] of pages)
    expect([path, badges(await html(who, path))[0]]).toEqual([path, ['wait', 'Rest offen']]);
  expect(await html(buyer, `/orders/${orderId}`)).toMatch(/bezahlt am [^<]*, ein Rest ist noch offen/);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  for (const [who, path] of pages)
    expect([path, badges(await html(who, path))[0]]).toEqual([path, ['good', 'Bezahlt']]);
});

test('no page, mail or paper calls a free order paid, and no payment step is ticked', async () => {
  const shop = await testShop();
  const made = await shop.deps.write((work) => makeRace(work, { price: 0 }));
  const buyer = await shop.login('buyer@example.test');
  const booking = bookingOf(made, [runner()], { totalPrice: 0 });
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${made.eventId}/book`, booking);
  const { orderId } = body;
  await shop.settle();
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  for (const [who, path] of [
    [buyer, `/orders/${orderId}`],
    [buyer, '/orders'],
    [admin, `/admin/orders/${orderId}`],
    [admin, '/admin/orders'],
  ] as const) {
    const page = await html(who, path);
    expect([path, badges(page)[0], /[Bb]ezahlt am/.test(page)]).toEqual([path, ['good', 'Kostenlos'], false]);
  }
  const done = await html(buyer, `/events/${made.eventId}/completed?order=${orderId}`);
  expect(done).toContain('class="stepper"');
  expect(done).not.toContain('Bezahlen');
  const [mail] = (await shop.mails('buyer@example.test')).filter(({ text }) => text.includes('Nichts zu bezahlen'));
  expect(mail?.text).not.toMatch(/bezahlt am/);
});

test('after returning from the payment page, an untried payment is not called failed', async () => {
  const { shop, buyer, orderId, begin, pay, comeBack } = await payingScene();
  const untried = await html(buyer, `/payment-fail/${orderId}`);
  expect(untried).toContain('ist noch keine Zahlung da');
  expect(untried).not.toMatch(/nicht zustande gekommen|abgelehnt|nicht geklappt/);
  await comeBack(await pay(await begin(), { outcome: 'DECLINED' }));
  expect(await html(buyer, `/payment-fail/${orderId}`)).toMatch(/abgelehnt|nicht geklappt/);
  await shop.settle();
});

test('a refused card is told in the language of the page, without the words of the issuer', async () => {
  const { buyer, orderId, begin, pay, comeBack } = await payingScene();
  await comeBack(await pay(await begin(), { outcome: 'DECLINED' }));
  const [german, english] = [
    await html(buyer, `/payment-fail/${orderId}?lang=de`),
    await html(buyer, `/payment-fail/${orderId}?lang=en-us`),
  ];
  const main = (page: string) => /<main[\s\S]*<\/main>/.exec(page)?.[0].replace(/<[^>]*>/g, ' ') ?? expect.fail();
  expect(main(german)).toContain('Die Zahlung wurde abgelehnt');
  expect(main(german)).not.toMatch(/\b(declined|funds|bank says)\b/i);
  expect(main(english)).toContain('The payment was declined');
  expect(main(english)).not.toMatch(/Declined|[äöüß]|\b(und|der|die|das|Karte|Zahlung)\b/);
});

test('an invoice address is asked where an invoice can be, and none is downloadable before it is there', async () => {
  const shop = await testShop();
  const made = await race(shop);
  const orderId = await order(shop, made);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const buyer = await shop.login('buyer@runner.example');
  const path = `/orders/${orderId}/invoice-address`;
  expect(await html(buyer, `/orders/${orderId}`)).not.toContain(path);
  expect((await buyer.fetch(path)).headers.get('location')).toBe(`/orders/${orderId}`);
  expect((await buyer.form(path, { 'invoice.firstName': 'Ada' })).headers.get('location')).toBe(`/orders/${orderId}`);
  const address = {
    firstName: 'Ada',
    lastName: 'Berger',
    street: 'Hauptplatz',
    zipCode: '4020',
    city: 'Linz',
    countryCode: 'AT',
  };
  type Refused = { code: string; message: string };
  const refused = await buyer.json<Refused>('POST', `/api${path}`, address);
  expect([refused.status, refused.body.code]).toEqual([409, 'CANT_CREATE_INVOICE_EVENT']);
  expect(refused.body.message).toBe('Für diese Veranstaltung werden hier keine Rechnungen ausgestellt.');
  await shop.deps.write((work) => updateEvent(work, made.eventId, { generateInvoice: true }));
  const canceled = await order(shop, made, { people: [{ firstName: 'Eva', lastName: 'Berger' }] });
  await buyer.json('PATCH', `/api/orders/${canceled}/cancel`);
  const late = await buyer.json<Refused>('POST', `/api/orders/${canceled}/invoice-address`, address);
  expect([late.status, late.body.code]).toEqual([409, 'CANT_CREATE_INVOICE']);
  expect((await buyer.json('GET', `/api/orders/${orderId}/has-invoice-address`)).body).toEqual({
    hasInvoiceAddress: false,
  });
  expect(await html(buyer, `/orders/${orderId}`)).toContain(path);
  const set = await buyer.json<{ order: { invoiceDownloadable: boolean } }>('POST', `/api${path}`, address);
  expect([set.status, set.body.order.invoiceDownloadable]).toEqual([200, false]);
});
