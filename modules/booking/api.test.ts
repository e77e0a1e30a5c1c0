import { describe, expect, test } from 'vitest';
import { createArticle, createVariant } from '#modules/events/index.ts';
import { ordersModule } from '#modules/orders/index.ts';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

type Any = Record<string, never>;

async function raceShop(
  change?: Parameters<typeof makeRace>[1],
): Promise<{ shop: TestShop; race: Race; buyer: Caller }> {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, change));
  return { shop, race, buyer: await shop.login('buyer@example.test') };
}
const book = (who: Caller, race: Race, booking: object, headers = {}) =>
  who.json<{ orderId: number; code: string; details: Record<string, never> }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    booking,
    headers,
  );
async function runJobs(shop: TestShop): Promise<void> {
  for (const job of ordersModule.jobs?.(shop.deps) ?? []) await job.run();
  await shop.settle();
}
const stock = async (who: Caller, race: Race) => {
  const { body } = await who.json<{ rows: { id: number; availableTicketCount: number }[] }>(
    'GET',
    `/api/events/${race.eventId}/competitions`,
  );
  return body.rows.find((row) => row.id === race.runId)?.availableTicketCount;
};

describe('booking', () => {
  test('answers a pending order in the shape of the contract and takes the places', async () => {
    const { race, buyer } = await raceShop();
    const person = runner({
      articles: [{ uniqueLocalId: 'a', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }],
      formFieldsSelected: [{ fieldId: race.clubFieldId, value: 'LC Łódź' }],
    });
    const booking = bookingOf(race, [person], {
      cancellationProtections: [{ id: race.protectionId, price: 500 }],
      totalPrice: 3000 + 5000 + 500 + 150,
    });
    const quoted = await buyer.json<Any>('POST', `/api/events/${race.eventId}/quote`, booking);
    expect(quoted.body).toMatchObject({ totalPrice: 8650, vouchers: [] });
    const { status, body } = await book(buyer, race, booking);
    expect([status, body]).toMatchObject([201, { userData: { email: 'buyer@example.test' } }]);
    const { body: shown } = await buyer.json<{ order: Any }>('GET', `/api/orders/${body.orderId}`);
    expect(shown.order).toMatchObject({
      id: body.orderId,
      orderNumber: String(body.orderId),
      status: 'pending',
      totalPrice: 8650,
      event: { id: race.eventId, title: 'Donaulauf' },
      paymentMethod: null,
      invoiceAddress: null,
      orderItems: [
        {
          kind: 'ticket',
          type: 'article',
          name: '10 km',
          amount: 1,
          price: 3000,
          priceBeforeTax: 2500,
          priceTotal: 3000,
        },
        { kind: 'article', name: 'Finisher-Shirt, M', amount: 2, price: 2500, priceTotal: 5000 },
        { kind: 'cp', priceTotal: 500 },
        { kind: 'of', name: 'Bearbeitungsgebühr', priceTotal: 150 },
      ],
      competitions: [
        {
          id: race.runId,
          teams: [
            {
              teamName: null,
              participants: [
                {
                  firstName: 'Zoë',
                  birthDate: '1994-05-01',
                  ticketPrice: 3000,
                  chargedPrice: 3000,
                  formFieldsSelected: [{ fieldId: race.clubFieldId, value: 'LC Łódź' }],
                  orderedArticleVariants: [{ variantName: 'M', quantity: 2, unitPrice: 2500 }],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(await stock(buyer, race)).toBe(99);
  });

  test.each([
    ['another sum', { totalPrice: 1 }, 409, 'NOT_MATCHING_ORDER_TOTAL'],
    ['terms not accepted', { termsAccepted: false }, 400, 'VALIDATION_FAILED'],
    ['no teams', { teams: [] }, 400, 'VALIDATION_FAILED'],
    ['a voucher nobody knows', { appliedVouchers: [{ code: 'X' }] }, 400, 'INVALID_VOUCHER_CODE'],
    ['nonsense', { teams: 'all of them' }, 400, 'VALIDATION_FAILED'],
    [
      'an old price of the protection',
      { cancellationProtections: [{ id: 1, price: 400 }] },
      409,
      'NOT_MATCHING_ORDER_TOTAL',
    ],
  ])('refuses %s and reserves nothing', async (_, change, status, code) => {
    const { race, buyer } = await raceShop();
    const answer = await book(buyer, race, bookingOf(race, [runner()], change));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await stock(buyer, race)).toBe(100);
  });

  test('takes as many articles as a quote prices: a hundred people with a hundred each', async () => {
    const { shop, race, buyer } = await raceShop();
    const articles = await shop.deps.write(async (work) => {
      const made = [];
      for (let n = 0; n < 100; n += 1) {
        const articleId = await createArticle(work, race.eventId, { name: `Stück ${n}`, price: 100 + n });
        const variantId = await createVariant(work, articleId, { name: 'M', availableAmount: 100 });
        made.push({ uniqueLocalId: `a${n}`, articleId, variantId, quantity: 1 });
      }
      return made;
    });
    const crowd = Array.from({ length: 100 }, () => runner({ articles }));
    const booking = bookingOf(race, crowd, { totalPrice: 100 * (3000 + 14_950) + 150 });
    const { status, body } = await book(buyer, race, booking);
    expect([status, body.code]).toEqual([201, undefined]);
    const shown = await buyer.json<{ order: Any }>('GET', `/api/orders/${body.orderId}`);
    expect([shown.status, shown.body.order.totalPrice]).toEqual([200, booking.totalPrice]);
    expect((await buyer.json('PATCH', `/api/orders/${body.orderId}/cancel`)).status).toBe(200);
  });

  test('needs a session', async () => {
    const { shop, race } = await raceShop();
    expect((await book(shop.visitor(), race, bookingOf(race, [runner()]))).status).toBe(401);
  });

  test('never sells more than there is, under parallel buyers', async () => {
    const { race, buyer } = await raceShop({ tickets: 5 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(buyer, race, bookingOf(race, [runner()]))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    const refused = answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.code);
    expect(new Set(refused)).toEqual(new Set(['TICKET_COMPETITION_PRICE_SOLD_OUT']));
    expect(await stock(buyer, race)).toBe(0);
  });

  test('says how many are left when a group is too large, and takes none', async () => {
    const { race, buyer } = await raceShop({ tickets: 2 });
    const { body } = await book(buyer, race, bookingOf(race, [runner(), runner(), runner()]));
    expect(body).toMatchObject({ code: 'NOT_ENOUGH_TICKETS', details: { left: 2 } });
    expect(await stock(buyer, race)).toBe(2);
  });

  test('books once with one idempotency key', async () => {
    const { race, buyer } = await raceShop();
    const booking = bookingOf(race, [runner()]);
    const key = { 'idempotency-key': 'k1' };
    const answers = await Promise.all([1, 2, 3].map(() => book(buyer, race, booking, key)));
    expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    expect(await stock(buyer, race)).toBe(99);
  });

  test('takes one person once, however the name is written', async () => {
    const { shop, race, buyer } = await raceShop();
    const first = await book(buyer, race, bookingOf(race, [runner({ lastName: 'Groß' })]));
    const again = await book(buyer, race, bookingOf(race, [runner({ firstName: ' ZOË ', lastName: 'groß' })]));
    expect(again.body).toMatchObject({
      code: 'SAME_PENDING_ORDER_ALREADY_EXISTS',
      details: { orderId: first.body.orderId },
    });
    shop.clock.advance(minutes(2));
    const other = await shop.login('other@example.test');
    const taken = await book(other, race, bookingOf(race, [runner({ lastName: 'Groß' }), runner()]));
    expect(taken.body.code).toBe('TICKET_ALREADY_BOOKED');
    const twice = await book(other, race, bookingOf(race, [runner({ lastName: 'A' }), runner({ lastName: 'a' })]));
    expect(twice.body.code).toBe('TICKET_ALREADY_BOOKED');
    expect(await stock(buyer, race)).toBe(99);
  });

  test('checks age, gender and team size', async () => {
    const { race, buyer } = await raceShop({ run: { minAge: 18, gender: 'male' } });
    const child = runner({ birthDate: '2020-01-01', gender: 'male' });
    expect((await book(buyer, race, bookingOf(race, [child]))).body).toMatchObject({
      code: 'REGISTERING_INVALID_AGES',
      details: { participants: [child.localId] },
    });
    expect((await book(buyer, race, bookingOf(race, [runner()]))).body.code).toBe('REGISTERING_INVALID_GENDERS');
    const unknown = await book(buyer, race, bookingOf(race, [runner({ birthDate: null, gender: 'male' })]));
    expect(unknown.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { 'teams.0.participants.0.birthDate': ['Für diesen Bewerb brauchen wir das Geburtsdatum.'] } },
    });
    const small = { teams: [{ competitionId: race.relayId, teamName: 'Eins', participants: [runner()] }] };
    expect((await book(buyer, race, bookingOf(race, [], small))).body.code).toBe('REGISTERING_INVALID_TEAMSIZE');
  });

  test('of nothing to pay is complete at once and confirmed by mail with its PDF', async () => {
    const { shop, race, buyer } = await raceShop({ price: 0, event: { processingFee: 150 } });
    const { body } = await book(buyer, race, bookingOf(race, [runner()], { totalPrice: 0 }));
    const { body: shown } = await buyer.json<{ order: Any }>('GET', `/api/orders/${body.orderId}`);
    expect(shown.order).toMatchObject({ status: 'complete', paymentMethod: 'voucher', totalPrice: 0 });
    await shop.settle();
    const mails = await shop.mails('buyer@example.test');
    expect(mails.filter((mail) => mail.subject.startsWith('Bestellbestätigung'))).toHaveLength(1);
    const { body: link } = await buyer.json<{ downloadLink: string }>(
      'GET',
      `/api/orders/${body.orderId}/confirmation`,
    );
    const path = link.downloadLink.replace('http://shop.test', '');
    const pdf = await shop.visitor().fetch(path);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await shop.visitor().fetch(path.replace(/signature=./, 'signature=_'))).status).toBe(404);
    shop.clock.advance(minutes(16));
    expect((await shop.visitor().fetch(path)).status).toBe(404);
  });
});

describe('an order', () => {
  test('belongs to its buyer alone', async () => {
    const { shop, race, buyer } = await raceShop();
    const { body } = await book(buyer, race, bookingOf(race, [runner()]));
    shop.clock.advance(minutes(2));
    const other = await shop.login('other@example.test');
    expect((await other.json('GET', `/api/orders/${body.orderId}`)).status).toBe(404);
    expect((await other.json<Any>('PATCH', `/api/orders/${body.orderId}/cancel`)).body).toMatchObject({
      code: 'CANT_CANCEL_ORDER_NOT_OWN',
    });
    const input = shop.visitor();
    await input.json('POST', '/api/auth/code/unauthenticated-login', {
      email: 'buyer@example.test',
      eventId: race.eventId,
    });
    expect((await input.json('GET', `/api/orders/${body.orderId}`)).status).toBe(404);
    expect((await input.json('GET', '/api/orders/my')).status).toBe(401);
    const mine = await buyer.json<{ count: number }>('GET', '/api/orders/my');
    expect(mine.body.count).toBe(1);
  });

  test('that is pending can be canceled by its buyer, once, and gives everything back', async () => {
    const { race, buyer } = await raceShop();
    const { body } = await book(buyer, race, bookingOf(race, [runner()]));
    const canceled = await buyer.json<{ order: Any }>('PATCH', `/api/orders/${body.orderId}/cancel`);
    expect(canceled.body.order).toMatchObject({ status: 'canceled' });
    expect(await stock(buyer, race)).toBe(100);
    expect((await buyer.json<Any>('PATCH', `/api/orders/${body.orderId}/cancel`)).body).toMatchObject({
      code: 'CANT_CANCEL_ORDER',
    });
    expect(await stock(buyer, race)).toBe(100);
  });

  test('that nobody pays is reminded of at half time, expires, and is bought by the next', async () => {
    const { shop, race, buyer } = await raceShop({ tickets: 1 });
    const { body } = await book(buyer, race, bookingOf(race, [runner()]));
    shop.clock.advance(minutes(61));
    await runJobs(shop);
    await runJobs(shop);
    shop.clock.advance(minutes(60));
    await runJobs(shop);
    const subjects = (await shop.mails('buyer@example.test')).map((mail) => mail.subject);
    expect(subjects.filter((subject) => subject.startsWith('Noch nicht bezahlt'))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.startsWith('Storniert'))).toHaveLength(1);
    const { body: info } = await buyer.json<{ order: Any }>('GET', `/api/orders/info/${body.orderId}`);
    expect(info.order).toEqual({ id: body.orderId, status: 'canceled', totalPrice: 3150, paymentStatus: null });
    expect((await book(buyer, race, bookingOf(race, [runner()]))).status).toBe(201);
  });

  test('takes an invoice address once', async () => {
    const { race, buyer } = await raceShop({ event: { generateInvoice: true } });
    const { body } = await book(buyer, race, bookingOf(race, [runner()]));
    const path = `/api/orders/${body.orderId}`;
    expect((await buyer.json('GET', `${path}/has-invoice-address`)).body).toEqual({ hasInvoiceAddress: false });
    const address = {
      firstName: 'Eva',
      lastName: 'Maier',
      city: 'Linz',
      phoneNumber: { countryCode: '43', number: '' },
    };
    const set = await buyer.json<{ order: Any }>('POST', `${path}/invoice-address`, address);
    expect(set.body.order).toMatchObject({ invoiceAddress: { city: 'Linz', phoneNumber: null } });
    expect((await buyer.json<Any>('POST', `${path}/invoice-address`, address)).body).toMatchObject({
      code: 'INVOICE_ADDRESS_ALREADY_SET',
    });
  });
});

describe('the management of orders', () => {
  test('lists, comments, cancels and reactivates, and keeps the history', async () => {
    const { shop, race, buyer } = await raceShop({ tickets: 2 });
    const { body } = await book(buyer, race, bookingOf(race, [runner({ lastName: 'Suchmich' })]));
    shop.clock.advance(minutes(2));
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const filter = encodeURIComponent(JSON.stringify([{ field: 'eventId', type: 'eq', value: race.eventId }]));
    type List = { count: number; rows: Any[]; code: string };
    for (const query of [`filter=${filter}`, 'q=suchmich', 'q=buyer@example', `q=${body.orderId}`]) {
      const list = await admin.json<List>('GET', `/api/admin/orders?${query}`);
      expect([query, list.body.count, list.body.rows.length]).toEqual([query, 1, 1]);
      expect(list.body.rows[0]).toMatchObject({ user: { email: 'buyer@example.test' }, refundedPrice: 0 });
    }
    expect((await admin.json<List>('GET', '/api/admin/orders?order=[{"field":"x","dir":"asc"}]')).body.code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await buyer.json('GET', '/api/admin/orders')).status).toBe(403);
    const path = `/api/admin/orders/${body.orderId}`;
    await admin.json('POST', `${path}/comment`, { comment: 'Angerufen' });
    const canceled = await admin.json<{ order: Any }>('PATCH', `${path}/cancel`);
    expect(canceled.body.order).toMatchObject({ status: 'canceled' });
    expect((await admin.json('PATCH', `${path}/cancel`)).status).toBe(409);
    expect(await stock(buyer, race)).toBe(2);
    const revived = await admin.json<{ order: { audits: { type: string; editorEmail: string }[] } }>(
      'PATCH',
      `${path}/update`,
      { status: 'pending' },
    );
    expect(await stock(buyer, race)).toBe(1);
    expect(revived.body.order.audits.map((audit) => [audit.type, audit.editorEmail])).toEqual([
      ['OrderCreated', 'buyer@example.test'],
      ['Comment', 'admin@example.test'],
      ['OrderCanceled', 'admin@example.test'],
      ['OrderReactivated', 'admin@example.test'],
    ]);
    const bulk = await admin.json<{ count: number }>('PATCH', '/api/admin/orders/cancel', { orderIds: [body.orderId] });
    expect(bulk.body.count).toBe(1);
    await book(buyer, race, bookingOf(race, [runner(), runner()]));
    const full = await admin.json<Any>('PATCH', `${path}/update`, { status: 'pending' });
    expect([full.status, full.body]).toMatchObject([409, { code: 'NOT_ENOUGH_TICKETS' }]);
    shop.clock.advance(hours(3));
  });
});
