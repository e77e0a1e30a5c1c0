import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { mailboxAttachments, mailboxMessages, mails } from '#src/data/schema.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { scene } from './scene.ts';
import * as shape from './shapes.ts';

/** The whole path of the contract, call by call; every answer against the shapes written down beside this file. */

const ask = async <S extends z.ZodType>(
  who: Caller,
  method: string,
  path: string,
  body: unknown,
  answer: S,
  status = 200,
): Promise<z.output<S>> => {
  const got = await who.json(method, path, body);
  expect([`${method} ${path}`, got.status, got.status === status ? null : got.body]).toEqual([
    `${method} ${path}`,
    status,
    null,
  ]);
  expect(got.headers.get('content-type')).toMatch(/^application\/json/);
  return answer.parse(got.body);
};
const done = async (who: Caller, method: string, path: string, body?: unknown) => {
  const got = await who.json(method, path, body);
  expect([method, path, got.status, got.body]).toEqual([method, path, 204, null]);
};

const fullAddress = {
  firstName: ' Zoë ',
  lastName: "O'Ñeill-Wałęsa",
  street: 'Hauptstraße',
  houseNumber: '1a',
  zipCode: '4020',
  city: 'Linz',
  countryCode: 'AT',
};

async function organize(shop: TestShop) {
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const organizer = z.strictObject({
    id: z.int(),
    name: z.string(),
    email: z.string().nullable(),
    address: z.unknown(),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    vat: z.number(),
    disagioPercentage: z.number(),
    organizerProcessingFee: z.int().nullable(),
    paymentReference: z.string().nullable(),
    taxNumber: z.string().nullable(),
    taxExemption: z.string().nullable(),
    whiteLabel: z.string().nullable(),
    accentColor: z.string().nullable(),
    logo: z.string().nullable(),
    hostName: z.string().nullable(),
    facebookPixel: z.string().nullable(),
    googleAnalyticsTrackingCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
  });
  const made = await ask(
    admin,
    'POST',
    '/api/admin/organizers',
    {
      name: 'LC Linz',
      organizerProcessingFee: 50,
      email: 'lc@example.test',
      address: fullAddress,
      iban: 'AT61 1904 3002 3457 3201',
      bic: 'BKAUATWW',
      vat: 20,
      disagioPercentage: 1.5,
      paymentReference: 'LC',
      whiteLabel: false,
    },
    z.strictObject({ organizer }),
  );
  const { id } = made.organizer;
  await ask(admin, 'PATCH', `/api/admin/organizers/${id}`, { name: 'LC Linz 1907' }, z.strictObject({ organizer }));
  const { users } = await ask(
    admin,
    'POST',
    `/api/admin/organizers/${id}/users`,
    { email: 'race@example.test' },
    z.strictObject({ users: z.array(z.looseObject({ id: z.int(), email: z.string() })) }),
  );
  expect(users.map((user) => user.email)).toEqual(['race@example.test']);
  return { admin, organizerId: id, race: await shop.login('race@example.test') };
}

test('from an organizer to a ticket that scans once, in the shapes of the contract', async () => {
  const shop = await testShop();
  const { admin, organizerId, race } = await organize(shop);
  const guest = shop.visitor();

  const { eventId } = await ask(
    race,
    'POST',
    '/api/admin/events',
    {
      title: 'Donaulauf',
      location: 'Linz',
      startTimestamp: '2026-06-07T07:00:00Z',
      endTimestamp: '2026-06-07T18:00:00+02:00',
      timeZone: 'Europe/Vienna',
      vat: 20,
      processingFee: 150,
      paymentInAdvancePossible: true,
      adoptTeamEmail: true,
      needsContactAddress: true,
      generateInvoice: true,
      shippingCosts: { defaultShippingCost: 900, countries: [{ countryCode: 'AT', cost: 400 }] },
    },
    z.strictObject({ eventId: z.int() }),
    201,
  );
  expect((await guest.json('GET', `/api/events/${eventId}`)).status).toBe(404);

  const adminEvent = z.object({ event: z.looseObject(shape.event.shape) });
  const changed = await ask(race, 'PATCH', `/api/admin/events/${eventId}`, { description: 'Am Fluss' }, adminEvent);
  expect(changed.event).toMatchObject({ organizerProcessingFee: 50, endTimestamp: '2026-06-07T16:00:00.000Z' });
  await ask(
    admin,
    'POST',
    `/api/admin/organizers/${organizerId}/events`,
    { eventId },
    z.object({ events: z.array(z.looseObject({ id: z.int() })) }),
  );

  const competitionAnswer = z.strictObject({ competition: shape.competition });
  const { competition: run } = await ask(
    race,
    'POST',
    `/api/admin/competitions/${eventId}`,
    { title: '10 km', totalTicketCount: 50, withShipping: true },
    competitionAnswer,
  );
  expect(run).toMatchObject({
    type: 'single',
    gender: 'both',
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: 10,
    ageCheckMode: 'dayOfCompetition',
    sortOrder: 1,
  });
  const { competition: relay } = await ask(
    race,
    'POST',
    `/api/admin/competitions/${eventId}`,
    { title: 'Staffel', type: 'team', minTeamSize: 2, maxTeamSize: 3, totalTicketCount: 30 },
    competitionAnswer,
  );
  await ask(race, 'PATCH', `/api/admin/competitions/${run.id}`, { disciplines: ['Straße'] }, competitionAnswer);
  await ask(race, 'GET', `/api/admin/competitions/${run.id}`, undefined, competitionAnswer);

  const priceAnswer = z.strictObject({ competitionPrice: shape.price });
  const { competitionPrice: early } = await ask(
    race,
    'POST',
    `/api/admin/competition-prices/${run.id}`,
    { price: 3000, quantity: 40 },
    priceAnswer,
  );
  await ask(race, 'POST', `/api/admin/competition-prices/${relay.id}`, { price: 2000, quantity: 30 }, priceAnswer);
  const spare = await ask(race, 'POST', `/api/admin/competition-prices/${relay.id}`, { price: 1 }, priceAnswer);
  await ask(race, 'PATCH', `/api/admin/competition-prices/${early.id}`, { quantity: 20 }, priceAnswer);
  await done(race, 'DELETE', `/api/admin/competition-prices/${spare.competitionPrice.id}`);

  const protectionAnswer = z.strictObject({ cancellationProtection: shape.protection });
  const { cancellationProtection: cover } = await ask(
    race,
    'POST',
    `/api/admin/cancellation-protections/${eventId}`,
    { title: 'Storno', description: 'x', price: 500 },
    protectionAnswer,
  );
  await ask(
    race,
    'PATCH',
    `/api/admin/cancellation-protections/${cover.id}`,
    { description: 'Alles zurück' },
    protectionAnswer,
  );

  const articleAnswer = z.strictObject({ article: shape.adminArticle });
  const { article: shirt } = await ask(
    race,
    'POST',
    `/api/admin/articles/${eventId}`,
    { name: 'Shirt', price: 2500, competitionIds: [run.id] },
    articleAnswer,
  );
  const { article: gift } = await ask(
    race,
    'POST',
    `/api/admin/articles/${eventId}`,
    { name: 'Spende', type: 'donation', minPrice: 100 },
    articleAnswer,
  );
  await ask(race, 'PATCH', `/api/admin/articles/${shirt.id}`, { vat: 10 }, articleAnswer);
  const variantAnswer = z.strictObject({ articleVariant: shape.variant });
  const { articleVariant: medium } = await ask(
    race,
    'POST',
    `/api/admin/article-variants/${shirt.id}`,
    { name: 'M', availableAmount: 5 },
    variantAnswer,
  );
  const { articleVariant: any } = await ask(
    race,
    'POST',
    `/api/admin/article-variants/${gift.id}`,
    { name: '', availableAmount: 1000 },
    variantAnswer,
  );
  await ask(
    race,
    'PATCH',
    `/api/admin/article-variants/${medium.id}`,
    { availableAmount: 7, sortOrder: 3 },
    variantAnswer,
  );

  const fieldAnswer = z.strictObject({ formField: shape.formField });
  const { formField: club } = await ask(
    race,
    'POST',
    `/api/admin/events/${eventId}/form-fields`,
    { name: { de: 'Verein', en: 'Club' }, type: 'text', competitionIds: [run.id] },
    fieldAnswer,
  );
  await ask(race, 'PATCH', `/api/admin/events/${eventId}/form-fields/${club.id}`, { isRequired: true }, fieldAnswer);
  await ask(
    race,
    'GET',
    `/api/admin/events/${eventId}/form-fields`,
    undefined,
    z.strictObject({ rows: z.array(shape.formField) }),
  );
  await done(race, 'PUT', `/api/admin/events/${eventId}/shortlinks/donaulauf`);
  await ask(race, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, adminEvent);

  await ask(guest, 'GET', '/api/events', undefined, shape.list(shape.event));
  const { event } = await ask(guest, 'GET', '/api/events/donaulauf', undefined, z.strictObject({ event: shape.event }));
  expect(event).toMatchObject({
    id: eventId,
    hasArticles: true,
    organizers: [{ id: organizerId, isMain: true }],
    shippingCosts: { defaultShippingCost: 900 },
  });
  await ask(
    guest,
    'GET',
    '/api/events/donaulauf/competitions',
    undefined,
    z.strictObject({ rows: z.array(shape.competition) }),
  );
  const { competition } = await ask(guest, 'GET', `/api/competitions/${run.id}`, undefined, competitionAnswer);
  expect(competition.currentPrice).toMatchObject({ id: early.id, quantity: 20, sold: 0 });

  const booking = {
    teams: [
      {
        competitionId: run.id,
        participants: [
          {
            localId: 'a',
            firstName: ' Łukasz ',
            lastName: 'Müller-Lüdenscheidt',
            email: 'lukasz@example.test',
            birthDate: '1990-02-28',
            gender: 'male',
            nationalityCountryCode: 'AT',
            competitionPriceId: early.id,
            formFieldsSelected: [{ fieldId: club.id, value: 'LC' }],
            articles: [
              { uniqueLocalId: 'x', articleId: shirt.id, variantId: medium.id, quantity: 2 },
              { uniqueLocalId: 'y', articleId: gift.id, variantId: any.id, quantity: 1, unitPrice: 700 },
            ],
          },
        ],
      },
      {
        competitionId: relay.id,
        teamName: ' Die Schnellen ',
        participants: [
          { localId: 'b', firstName: 'Eva', lastName: 'Groß', email: 'eva@example.test' },
          { localId: 'c', firstName: 'Ida', lastName: 'Groß' },
        ],
      },
    ],
    cancellationProtections: [{ id: cover.id, price: 500 }],
  };
  const quoted = await ask(
    guest,
    'POST',
    '/api/events/donaulauf/quote',
    { ...booking, contactAddress: fullAddress },
    shape.quote,
  );
  expect(quoted.totalPrice).toBe(3000 + 5000 + 700 + 4000 + 500 + 400 + 150);
  expect(
    quoted.orderItems.map(({ kind, amount, priceBeforeTax, priceTotal }) => [kind, amount, priceBeforeTax, priceTotal]),
  ).toEqual([
    ['ticket', 1, 2500, 3000],
    ['ticket', 2, 3333, 4000],
    ['article', 2, 4545, 5000],
    ['article', 1, 700, 700],
    ['cp', 1, 417, 500],
    ['sc', 1, 333, 400],
    ['of', 1, 125, 150],
  ]);

  const buyer = shop.visitor();
  await ask(
    buyer,
    'POST',
    '/api/auth/code/send-mail',
    { email: 'Buyer@Example.test' },
    z.strictObject({ needsCode: z.literal(true), needsTotp: z.literal(false) }),
  );
  await shop.settle();
  const [mail] = await shop.mails('buyer@example.test');
  const code = (mail?.text ?? '').split('\n').find((line) => /^\d{6}$/.test(line));
  await ask(buyer, 'POST', '/api/auth/code/login', { email: 'buyer@example.test', code }, shape.account);
  await ask(buyer, 'GET', '/api/settings', undefined, shape.account);
  const settings = await ask(
    buyer,
    'PATCH',
    '/api/settings',
    { termsOfUseAccepted: true, language: 'de', firstname: 'Bo', contactAddress: { firstName: 'Bo', lastName: 'Li' } },
    shape.account,
  );
  expect(settings.userSettings).toMatchObject({ language: 'de', termsOfUseAccepted: true });

  const full = {
    ...booking,
    contactAddress: fullAddress,
    totalPrice: quoted.totalPrice,
    termsAccepted: true,
    eventConditionsAccepted: true,
  };
  const { orderId } = await ask(
    buyer,
    'POST',
    '/api/events/donaulauf/book',
    full,
    z.strictObject({ orderId: z.int(), userData: shape.account.shape.userData }),
    201,
  );
  const orderAnswer = z.strictObject({ order: shape.order });
  const { order } = await ask(buyer, 'GET', `/api/orders/${orderId}`, undefined, orderAnswer);
  expect(order).toMatchObject({
    status: 'pending',
    paymentMethod: null,
    paymentStatus: null,
    invoiceAddress: null,
    contactAddress: { firstName: 'Zoë', companyName: null, phoneNumber: null },
    expiresAt: '2026-03-02T11:00:00.000Z',
  });
  const [single, team] = order.competitions;
  expect(single?.teams[0]).toMatchObject({
    teamName: null,
    participants: [{ firstName: 'Łukasz', chargedPrice: 3000 }],
  });
  expect(team?.teams[0]).toMatchObject({
    teamName: 'Die Schnellen',
    participants: [{}, { email: 'eva@example.test' }],
  });
  expect((await guest.json('GET', `/api/orders/info/${orderId}`)).status).toBe(401);
  await ask(
    buyer,
    'GET',
    `/api/orders/info/${orderId}`,
    undefined,
    z.strictObject({
      order: z.strictObject({
        id: z.int(),
        status: z.literal('pending'),
        totalPrice: z.literal(quoted.totalPrice),
        paymentStatus: z.null(),
      }),
    }),
  );
  await ask(buyer, 'GET', '/api/orders/my', undefined, shape.list(shape.order));

  expect(
    await ask(
      buyer,
      'GET',
      `/api/orders/${orderId}/has-invoice-address`,
      undefined,
      z.strictObject({ hasInvoiceAddress: z.boolean() }),
    ),
  ).toEqual({ hasInvoiceAddress: false });
  const invoiced = await ask(buyer, 'POST', `/api/orders/${orderId}/invoice-address`, fullAddress, orderAnswer);
  expect(invoiced.order.invoiceAddress).toMatchObject({ city: 'Linz', vatId: null });

  const init = await ask(
    buyer,
    'POST',
    `/api/orders/${orderId}/init`,
    { paymentMethod: 'bank' },
    z.strictObject({ redirectUrl: z.url() }),
  );
  expect(init.redirectUrl).toContain(`/payment-in-advance/${orderId}`);
  const bank = await ask(buyer, 'POST', `/api/orders/${orderId}/payment-in-advance`, undefined, shape.bankTransfer);
  expect([bank.totalPrice, bank.reference]).toEqual([quoted.totalPrice, expect.stringMatching(/^SB/)]);
  const status = z.strictObject({ status: z.enum(['pending', 'authorized', 'completed', 'failed']) });
  expect(await ask(buyer, 'POST', `/api/orders/${orderId}/assert`, undefined, status)).toEqual({ status: 'pending' });
  await shop.settle();
  const transfer = (await shop.mails('buyer@example.test')).filter((one) => one.text.includes(bank.reference));
  expect(transfer).toHaveLength(1);
  expect(transfer[0]?.text.replace(/\s/g, '')).toContain(bank.iban);

  const adminAnswer = z.strictObject({ order: shape.adminOrder });
  await ask(race, 'GET', '/api/admin/orders', undefined, shape.list(shape.adminOrder));
  const filter = encodeURIComponent(
    JSON.stringify([
      { field: 'eventId', type: 'eq', value: eventId },
      { field: 'status', type: 'in', value: ['pending'] },
    ]),
  );
  const by = encodeURIComponent(JSON.stringify([{ field: 'orderDate', dir: 'desc' }]));
  const found = await ask(
    race,
    'GET',
    `/api/admin/orders?offset=0&limit=500&order=${by}&filter=${filter}`,
    undefined,
    shape.list(shape.adminOrder),
  );
  expect(found.count).toBe(1);
  await ask(race, 'GET', `/api/admin/orders/${orderId}`, undefined, adminAnswer);
  await ask(race, 'PATCH', `/api/admin/orders/${orderId}/data`, { deliveryAddress: fullAddress }, adminAnswer);
  await ask(race, 'POST', `/api/admin/orders/${orderId}/comment`, { comment: 'rief an' }, adminAnswer);
  const paid = await ask(race, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, adminAnswer);
  expect(paid.order).toMatchObject({
    status: 'complete',
    paymentStatus: 'completed',
    paymentMethod: 'bank',
    expiresAt: null,
    invoiceDownloadable: true,
  });
  for (const who of [buyer, race]) {
    const paper = z.strictObject({ downloadLink: z.url() });
    const { downloadLink } = await ask(who, 'GET', `/api/orders/${orderId}/invoice`, undefined, paper);
    const { pathname, search } = new URL(downloadLink);
    const file = await shop.visitor().fetch(pathname + search);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  }
  expect(paid.order.audits.map(({ type }) => type)).toEqual([
    'OrderCreated',
    'OrderChanged',
    'OrderChanged',
    'Comment',
    'OrderPaid',
  ]);
  expect(await ask(buyer, 'POST', `/api/orders/${orderId}/assert`, undefined, status)).toEqual({ status: 'completed' });
  await shop.settle();
  await shop.settle();
  for (const [to, count] of [
    ['buyer@example.test', 1],
    ['lukasz@example.test', 1],
    // Two people with one address: one mail with both tickets.
    ['eva@example.test', 1],
  ] as const) {
    expect([
      to,
      (await shop.mails(to)).filter((one) => /Donaulauf/.test(one.subject) && !one.text.includes(bank.iban.slice(-4)))
        .length,
    ]).toEqual([to, count]);
  }

  const link = z.strictObject({ downloadLink: z.string() });
  const runnerId = single?.teams[0]?.participants[0]?.id ?? 0;
  for (const path of ['confirmation', `participant-confirmation/${runnerId}`]) {
    const { downloadLink } = await ask(buyer, 'GET', `/api/orders/${orderId}/${path}`, undefined, link);
    const there = new URL(downloadLink, 'http://shop.test');
    const file = await shop.visitor().fetch(there.pathname + there.search);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      (await shop.visitor().fetch(there.pathname + there.search.replace(/signature=../, 'signature=zz'))).status,
    ).toBe(404);
    expect((await shop.visitor().fetch(there.pathname)).status).toBe(404);
    shop.clock.advance(15 * 60_000 + 1);
    expect((await shop.visitor().fetch(there.pathname + there.search)).status).toBe(404);
  }

  const [ticket] = await shop.mails('lukasz@example.test');
  const qr = /\bT1\.\d+\.\d+\.\w+/.exec(ticket?.text ?? '')?.[0];
  expect(qr).toBeDefined();
  const secret = qr?.split('.').at(-1);
  const scanAnswer = z.object({
    result: z.enum(['SCAN_SUCCESS', 'ALREADY_SCANNED', 'NOT_FOUND']),
    participant: z.looseObject({ id: z.int() }).nullable().optional(),
  });
  const scan = (change: object) =>
    ask(
      race,
      'POST',
      `/api/admin/events/${eventId}/scan`,
      { device: 'gate', eventSecret: secret, participantId: runnerId, scannedAt: '2026-06-07T06:00:00Z', ...change },
      scanAnswer,
    );
  expect((await scan({ eventSecret: 'forged' })).result).toBe('NOT_FOUND');
  expect((await scan({ participantId: 999_999 })).result).toBe('NOT_FOUND');
  expect(await scan({})).toMatchObject({ result: 'SCAN_SUCCESS', participant: { id: runnerId } });
  expect((await scan({})).result).toBe('SCAN_SUCCESS');
  expect((await scan({ device: 'other', scannedAt: '2026-06-07T06:00:01Z' })).result).toBe('ALREADY_SCANNED');
  expect((await scan({ device: 'other', scannedAt: '2026-06-07T05:59:00Z' })).result).toBe('SCAN_SUCCESS');
  expect((await scan({ scannedAt: '2026-06-07T06:00:05Z' })).result).toBe('ALREADY_SCANNED');

  const rows = z.strictObject({ rows: z.array(z.looseObject({ sold: z.int() })) });
  expect(
    (await ask(race, 'GET', `/api/admin/events/${eventId}/sold-tickets`, undefined, rows)).rows.map((row) => row.sold),
  ).toEqual([1, 2]);
  expect(
    (await ask(race, 'GET', `/api/admin/articles/${eventId}/sold-articles`, undefined, rows)).rows.map(
      (row) => row.sold,
    ),
  ).toEqual([2, 1]);
  expect(
    (await ask(race, 'GET', `/api/admin/articles/${eventId}/sold-variants`, undefined, rows)).rows.map(
      (row) => row.sold,
    ),
  ).toEqual([2, 1]);

  const canceled = await ask(buyer, 'PATCH', `/api/orders/${orderId}/cancel`, undefined, orderAnswer);
  expect(canceled.order.status).toBe('canceled');
  const seen = await ask(race, 'GET', `/api/admin/orders/${orderId}`, undefined, adminAnswer);
  expect(seen.order).toMatchObject({ refundStatus: 'pending', refundedPrice: 0 });
  expect((await scan({})).result).toBe('NOT_FOUND');
  const back = await ask(
    race,
    'PATCH',
    `/api/admin/orders/${orderId}/update`,
    { status: 'pending', comment: 'doch' },
    adminAnswer,
  );
  expect(back.order.status).toBe('complete');
  await ask(race, 'PATCH', `/api/admin/orders/${orderId}/cancel`, undefined, adminAnswer);
  expect(
    await ask(race, 'PATCH', '/api/admin/orders/cancel', { orderIds: [orderId] }, z.strictObject({ count: z.int() })),
  ).toEqual({ count: 0 });
  await done(race, 'DELETE', `/api/admin/events/${eventId}/shortlinks/donaulauf`);
  await done(buyer, 'POST', '/api/auth/logout');
  expect((await buyer.json('GET', '/api/settings')).status).toBe(401);
});

test('each mail goes out once, confirmations with their papers', async () => {
  const { shop, buyer, organizer, ids } = await scene();
  expect((await buyer.json('POST', `/api/orders/${ids.orderId}/payment-in-advance`)).status).toBe(200);
  expect((await buyer.json('POST', `/api/orders/${ids.orderId}/payment-in-advance`)).status).toBe(200);
  await organizer.json('PATCH', `/api/admin/orders/${ids.orderId}/status`, { status: 'complete' });
  await Promise.all([shop.settle(), shop.settle()]);
  await shop.settle();
  const sent = await shop.deps.read
    .select({ type: mails.type, recipient: mails.recipient, status: mails.status, files: mailboxAttachments.name })
    .from(mails)
    .leftJoin(mailboxMessages, eq(mailboxMessages.mailId, mails.id))
    .leftJoin(mailboxAttachments, eq(mailboxAttachments.messageId, mailboxMessages.id))
    .where(eq(mails.orderId, Number(ids.orderId)));
  const files = (type: string) => sent.filter((row) => row.type === type).map((row) => row.files?.split('.').at(-1));
  // The mail with the bank account was not needed any more when its turn came.
  expect(sent.filter((row) => row.status !== 'sent').map((row) => [row.type, row.status])).toEqual([
    ['PaymentInAdvance', 'dropped'],
  ]);
  expect(files('OrderConfirmation')).toEqual(['pdf']);
  expect(files('RegistrationConfirmation').sort()).toEqual(['ics', 'pdf', 'png']);
});
