import { describe, expect, test } from 'vitest';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import * as shape from './shapes.ts';

/** Every refusal of the rules that this path can meet, provoked once through the API, in both languages. */

type Change = Parameters<typeof makeRace>[1];
type Scene = { shop: TestShop; race: Race; buyer: Caller; admin: Caller };

async function scene(change?: Change): Promise<Scene> {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, change));
  const buyer = await shop.login('buyer@example.test');
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  return { shop, race, buyer, admin };
}

type Call = [method: string, path: string, body?: unknown];
type Refused = { code: string; message: string; details: Record<string, unknown> };

/** Asks the same twice, as a German and as an American, and answers what both were told. */
async function refused(who: Caller, [method, path, body]: Call, status: number, code: string): Promise<Refused> {
  const german = await who.json<Refused>(method, `${path}?lang=de`, body);
  const american = await who.json<Refused>(method, `${path}?lang=en-us`, body);
  for (const answer of [german, american]) {
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, status, code]);
    shape.error.parse(answer.body);
  }
  expect(american.body.message).not.toBe(german.body.message);
  return german.body;
}

const book = (race: Race, booking: object): Call => ['POST', `/api/events/${race.eventId}/book`, booking];
const booked = async (who: Caller, race: Race, booking: object): Promise<number> => {
  const answer = await who.json<{ orderId: number }>(...book(race, booking));
  expect([answer.status, answer.body]).toMatchObject([201, {}]);
  return answer.body.orderId;
};
const patch = async (who: Caller, path: string, body: object) =>
  expect((await who.json('PATCH', path, body)).status).toBe(200);

const relay = (race: Race, count: number, change: Record<string, unknown> = {}) => ({
  ...bookingOf(race, []),
  teams: [
    { competitionId: race.relayId, teamName: 'Vier', participants: Array.from({ length: count }, () => runner()) },
  ],
  totalPrice: count * 2000 + 150,
  ...change,
});

describe('the sale', () => {
  test('of a price that opens later, is sold out, is another, is unknown, or needs a voucher', async () => {
    const { race, buyer, admin, shop } = await scene();
    const one = (change: object = {}) => book(race, bookingOf(race, [runner(change as Record<string, unknown>)]));
    const price = `/api/admin/competition-prices/${race.runPriceId}`;

    const from = instant(shop.clock() + days(3));
    await patch(admin, price, { availableFrom: new Date(from).toISOString() });
    const early = await refused(buyer, one(), 409, 'TICKETS_IN_FUTURE');
    expect(early.details).toMatchObject({ competitionId: race.runId, availableFrom: new Date(from).toISOString() });
    await patch(admin, price, { availableFrom: null });

    const made = await admin.json<{ competitionPrice: { id: number } }>(
      'POST',
      `/api/admin/competition-prices/${race.runId}`,
      { price: 4000, quantity: 5, priceOrder: 9 },
    );
    const dearer = made.body.competitionPrice.id;
    const notYet = await refused(buyer, one({ competitionPriceId: dearer }), 409, 'TICKET_NOT_AVAILABLE');
    expect(notYet.details).toMatchObject({ competitionPriceId: dearer });
    await refused(buyer, one({ competitionPriceId: race.relayPriceId }), 409, 'TICKET_DOES_NOT_EXIST');
    await refused(buyer, one({ competitionPriceId: 999_999 }), 409, 'TICKET_DOES_NOT_EXIST');
    const nowhere = { ...bookingOf(race, []), teams: [{ competitionId: 999_999, participants: [runner()] }] };
    await refused(buyer, book(race, nowhere), 409, 'TICKET_DOES_NOT_EXIST');

    await patch(admin, price, { onlyBuyableWithVoucher: true });
    const needs = await refused(buyer, one({ localId: 'me' }), 409, 'TICKET_NOT_AVAILABLE');
    expect(needs.details).toMatchObject({ reason: 'onlyBuyableWithVoucher', participantLocalId: 'me' });

    await patch(admin, price, { quantity: 0, onlyBuyableWithVoucher: false });
    await refused(buyer, one({ competitionPriceId: race.runPriceId }), 409, 'TICKET_COMPETITION_PRICE_SOLD_OUT');
    await patch(admin, `/api/admin/competition-prices/${dearer}`, { quantity: 0 });
    await refused(buyer, one(), 409, 'TICKET_COMPETITION_PRICE_SOLD_OUT');
  });

  test('of more places than are left, although a dearer price follows', async () => {
    const { race, buyer, admin } = await scene({ tickets: 2 });
    await admin.json('POST', `/api/admin/competition-prices/${race.runId}`, {
      price: 4000,
      quantity: 5,
      priceOrder: 9,
    });
    const three = bookingOf(race, [runner(), runner(), runner()]);
    const { details } = await refused(buyer, book(race, three), 409, 'NOT_ENOUGH_TICKETS');
    expect(details).toMatchObject({ left: 2 });
    await booked(buyer, race, bookingOf(race, [runner()]));
    await patch(admin, `/api/admin/competition-prices/${race.runPriceId}`, { quantity: 50 });
    await refused(buyer, book(race, bookingOf(race, [runner(), runner()])), 409, 'NOT_ENOUGH_TICKETS');
  });

  test('of an event that is canceled, sold out, over or hidden, and of a competition that is over', async () => {
    const { race, buyer, admin, shop } = await scene();
    const event = `/api/admin/events/${race.eventId}`;
    const one = book(race, bookingOf(race, [runner()]));
    await patch(admin, event, { canceled: true });
    await refused(buyer, one, 409, 'EVENT_CANCELED');
    await patch(admin, event, { canceled: false, soldOut: true });
    await refused(buyer, one, 409, 'EVENT_SOLD_OUT');
    await patch(admin, event, { soldOut: false });
    await patch(admin, `${event}/visibility`, { visible: false });
    await refused(buyer, one, 404, 'NOT_FOUND');
    await patch(admin, `${event}/visibility`, { visibleViaLink: true });
    await patch(admin, `/api/admin/competitions/${race.runId}`, {
      timestamp: new Date(shop.clock() - hours(1)).toISOString(),
    });
    await refused(buyer, one, 409, 'COMPETITION_IS_OVER');
    await patch(admin, event, {
      startTimestamp: new Date(shop.clock() - days(2)).toISOString(),
      endTimestamp: new Date(shop.clock() - 1).toISOString(),
    });
    await refused(buyer, one, 409, 'EVENT_IS_OVER');
    await refused(
      buyer,
      ['POST', `/api/events/${race.eventId}/quote`, bookingOf(race, [runner()])],
      409,
      'EVENT_IS_OVER',
    );
  });

  test('at another sum, with a stale protection, or with a voucher nobody knows', async () => {
    const { race, buyer } = await scene();
    const people = [runner()];
    const wrong = await refused(
      buyer,
      book(race, bookingOf(race, people, { totalPrice: 1 })),
      409,
      'NOT_MATCHING_ORDER_TOTAL',
    );
    expect(Object.values(wrong.details)).toEqual(expect.arrayContaining([3150, 1]));
    const stale = { cancellationProtections: [{ id: race.protectionId, price: 499 }], totalPrice: 3650 };
    await refused(buyer, book(race, bookingOf(race, people, stale)), 409, 'NOT_MATCHING_ORDER_TOTAL');
    await refused(
      buyer,
      book(race, bookingOf(race, people, { appliedVouchers: [{ code: 'NIX' }] })),
      400,
      'INVALID_VOUCHER_CODE',
    );
    await booked(buyer, race, bookingOf(race, people));
  });

  test('twice to the same person', async () => {
    const { shop, race, buyer } = await scene();
    const person = runner({ firstName: 'Łucja', lastName: 'van den Berg' });
    const orderId = await booked(buyer, race, bookingOf(race, [person]));
    const again = runner({ firstName: ' łUCJA ', lastName: 'VAN DEN BERG ' });
    const same = await refused(buyer, book(race, bookingOf(race, [again])), 409, 'SAME_PENDING_ORDER_ALREADY_EXISTS');
    expect(same.details).toEqual({ orderId });
    const more = bookingOf(race, [{ ...again, localId: 'twin' }, runner()]);
    const taken = await refused(buyer, book(race, more), 409, 'TICKET_ALREADY_BOOKED');
    expect(taken.details.participants).toEqual(['twin']);
    const other = await shop.login('other@example.test');
    await refused(other, book(race, bookingOf(race, [again])), 409, 'TICKET_ALREADY_BOOKED');
    const twice = bookingOf(race, [runner({ lastName: 'Zwei' }), runner({ lastName: 'Zwei' })]);
    await refused(buyer, book(race, twice), 409, 'TICKET_ALREADY_BOOKED');
    await patch(buyer, `/api/orders/${orderId}/cancel`, {});
    await booked(other, race, bookingOf(race, [again]));
    const nameless = { birthDate: null, lastName: 'Ohne' };
    await booked(other, race, bookingOf(race, [runner(nameless), runner(nameless)]));
  });
});

describe('people', () => {
  test('of the wrong age or gender, without a birth date, or too many of them', async () => {
    const { race, buyer } = await scene({ run: { minAge: 18, maxAge: 60, gender: 'female' } });
    const one = (change: Record<string, unknown>) => book(race, bookingOf(race, [runner({ localId: 'x', ...change })]));
    const young = await refused(buyer, one({ birthDate: '2015-01-01' }), 400, 'REGISTERING_INVALID_AGES');
    expect(young.details.participants).toEqual(['x']);
    const man = await refused(buyer, one({ gender: 'male' }), 400, 'REGISTERING_INVALID_GENDERS');
    expect(man.details.participants).toEqual(['x']);
    const missing = await refused(buyer, one({ birthDate: '' }), 400, 'VALIDATION_FAILED');
    expect(Object.keys(missing.details.fields as object)).toEqual(['teams.0.participants.0.birthDate']);
    const alone = await refused(buyer, book(race, relay(race, 1)), 400, 'REGISTERING_INVALID_TEAMSIZE');
    expect(alone.details.participants).toHaveLength(1);
    await refused(buyer, book(race, relay(race, 5)), 400, 'REGISTERING_INVALID_TEAMSIZE');
    const pair = { ...bookingOf(race, []), teams: [{ competitionId: race.runId, participants: [runner(), runner()] }] };
    await refused(buyer, book(race, pair), 400, 'REGISTERING_INVALID_TEAMSIZE');
  });
});

describe('articles', () => {
  test('too few, too many, more than there are, or a donation without a sum', async () => {
    const { race, buyer, admin } = await scene({ shirts: 3 });
    const take = (quantity: number, change: object = {}) => [
      { uniqueLocalId: 'a', articleId: race.shirtId, variantId: race.shirtVariantId, quantity, ...change },
    ];
    const one = (quantity: number, change: object = {}) =>
      book(race, bookingOf(race, [runner({ localId: 'x', articles: take(quantity, change) })]));
    const many = await refused(buyer, one(3), 400, 'ORDERED_TOO_MANY_ARTICLES');
    expect(many.details).toMatchObject({ participantLocalId: 'x', articleId: race.shirtId });
    await patch(admin, `/api/admin/articles/${race.shirtId}`, { minAmountPerParticipant: 2 });
    const few = await refused(buyer, one(1), 400, 'ORDERED_NOT_ENOUGH_ARTICLES');
    expect(few.details).toMatchObject({ participantLocalId: 'x', articleId: race.shirtId });
    const two = bookingOf(race, [runner({ articles: take(2) }), runner({ articles: take(2) })]);
    await refused(buyer, book(race, two), 409, 'RESERVING_ARTICLES_FAILED');
    await refused(buyer, one(2, { articleId: 999_999 }), 400, 'VALIDATION_FAILED');
    await refused(buyer, one(2, { variantId: 999_999 }), 400, 'VALIDATION_FAILED');
    await patch(admin, `/api/admin/articles/${race.shirtId}`, { type: 'donation', minPrice: 100 });
    const donated = await refused(buyer, one(2, { unitPrice: 99 }), 400, 'VALIDATION_FAILED');
    expect(Object.keys(donated.details.fields as object)).toEqual(['teams.0.participants.0.articles.0.unitPrice']);
    await patch(admin, `/api/admin/articles/${race.shirtId}`, {
      type: 'normal',
      teamArticle: true,
      minAmountPerParticipant: null,
    });
    const second = relay(race, 2);
    (second.teams[0]?.participants[1] as Record<string, unknown>).articles = take(1);
    await refused(buyer, book(race, second), 400, 'ORDERED_TOO_MANY_ARTICLES');
  });
});

describe('orders', () => {
  test('are canceled by their owner alone, and paid ones with a protection and in time', async () => {
    const { shop, race, buyer, admin } = await scene();
    const orderId = await booked(buyer, race, bookingOf(race, [runner()]));
    const cancel: Call = ['PATCH', `/api/orders/${orderId}/cancel`];
    await refused(await shop.login('other@example.test'), cancel, 403, 'CANT_CANCEL_ORDER_NOT_OWN');
    await refused(admin, cancel, 403, 'CANT_CANCEL_ORDER_NOT_OWN');
    await refused(buyer, ['PATCH', '/api/orders/999999/cancel'], 404, 'NOT_FOUND');
    await patch(admin, `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    await refused(buyer, cancel, 409, 'CANT_CANCEL_ORDER');

    const covered = bookingOf(race, [runner()], {
      cancellationProtections: [{ id: race.protectionId, price: 500 }],
      totalPrice: 3650,
    });
    const late = await booked(buyer, race, covered);
    await patch(admin, `/api/admin/orders/${late}/status`, { status: 'complete' });
    shop.clock.advance(days(60));
    const again = await shop.login('buyer@example.test');
    await refused(again, ['PATCH', `/api/orders/${late}/cancel`], 409, 'CANT_CANCEL_ORDER');
  });

  test('change their state along the rules alone', async () => {
    const { race, buyer, admin } = await scene();
    const orderId = await booked(buyer, race, bookingOf(race, [runner()]));
    const status = (to: string): Call => ['PATCH', `/api/admin/orders/${orderId}/status`, { status: to }];
    const impossible = async (from: string, ...targets: string[]) => {
      for (const to of targets) {
        const { details } = await refused(admin, status(to), 409, 'CANT_CHANGE_ORDER_STATUS');
        expect(details).toEqual({ from, to });
      }
    };
    await impossible('pending', 'pending', 'shipped');
    await patch(admin, `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    await refused(admin, status('complete'), 409, 'ORDER_ALREADY_PAID');
    await impossible('complete', 'pending');
    await patch(admin, `/api/admin/orders/${orderId}/status`, { status: 'shipped' });
    await impossible('shipped', 'pending', 'complete', 'shipped');
    await refused(buyer, ['POST', `/api/orders/${orderId}/payment-in-advance`], 409, 'ORDER_ALREADY_PAID');
    await refused(buyer, ['POST', `/api/orders/${orderId}/init`, { paymentMethod: 'bank' }], 409, 'ORDER_ALREADY_PAID');
    await patch(admin, `/api/admin/orders/${orderId}/status`, { status: 'canceled' });
    await impossible('canceled', 'canceled', 'shipped', 'complete');
    await refused(admin, ['PATCH', `/api/admin/orders/${orderId}/cancel`], 409, 'CANT_CHANGE_ORDER_STATUS');
  });

  test('take an address for their invoice once, and are paid in ways that exist', async () => {
    const { race, buyer, admin } = await scene({ event: { paymentInAdvancePossible: false } });
    const orderId = await booked(buyer, race, bookingOf(race, [runner()]));
    const address: Call = ['POST', `/api/orders/${orderId}/invoice-address`, { firstName: 'A', lastName: 'B' }];
    await refused(buyer, address, 409, 'CANT_CREATE_INVOICE_EVENT');
    await patch(admin, `/api/admin/events/${race.eventId}`, { generateInvoice: true });
    expect((await buyer.json(...address)).status).toBe(200);
    await refused(buyer, address, 409, 'INVOICE_ADDRESS_ALREADY_SET');
    const payBy = (paymentMethod: string): Call => ['POST', `/api/orders/${orderId}/init`, { paymentMethod }];
    await refused(buyer, payBy('cowry'), 400, 'VALIDATION_FAILED');
    for (const method of ['bank', 'voucher']) await refused(buyer, payBy(method), 409, 'PAYMENT_INIT_FAILED');
  });

  test('come back to life only while there is room', async () => {
    const { race, buyer, admin } = await scene({ tickets: 1 });
    const orderId = await booked(buyer, race, bookingOf(race, [runner()]));
    await patch(buyer, `/api/orders/${orderId}/cancel`, {});
    await booked(buyer, race, bookingOf(race, [runner()]));
    const reactivate: Call = ['PATCH', `/api/admin/orders/${orderId}/status`, { status: 'pending' }];
    await refused(admin, reactivate, 409, 'NOT_ENOUGH_TICKETS');
  });
});

describe('records in use', () => {
  test('are not deleted, and nothing is sold below what was sold', async () => {
    const { race, buyer, admin } = await scene();
    const articles = [{ uniqueLocalId: 'a', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 1 }];
    const cancellationProtections = [{ id: race.protectionId, price: 500 }];
    await booked(buyer, race, bookingOf(race, [runner({ articles })], { cancellationProtections, totalPrice: 6150 }));
    for (const [path, code] of [
      [`competitions/${race.runId}`, 'CANT_DELETE_COMPETITION_HAS_PARTICIPANTS'],
      [`competition-prices/${race.runPriceId}`, 'CANT_DELETE_COMPETITION_PRICE_IN_USE'],
      [`articles/${race.shirtId}`, 'CANT_DELETE_ARTICLE_HAS_ORDERS'],
      [`article-variants/${race.shirtVariantId}`, 'CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS'],
      [`cancellation-protections/${race.protectionId}`, 'CANT_DELETE_CANCELLATION_PROTECTION_IN_USE'],
    ] as const) {
      await refused(admin, ['DELETE', `/api/admin/${path}`], 409, code);
    }
    const total: Call = ['PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: 0 }];
    await refused(admin, total, 409, 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE');
    const other = await admin.json<{ eventId: number }>('POST', '/api/admin/events', { title: 'Zweiter' });
    expect((await admin.json('PUT', `/api/admin/events/${race.eventId}/shortlinks/lauf`)).status).toBe(204);
    const taken: Call = ['PUT', `/api/admin/events/${other.body.eventId}/shortlinks/lauf`];
    await refused(admin, taken, 409, 'SHORTLINK_ALREADY_EXISTS');
    await refused(admin, ['PUT', `/api/admin/events/${race.eventId}/shortlinks/Lauf2`], 400, 'VALIDATION_FAILED');
  });
});

describe('sessions', () => {
  test('a wrong code, no session, no rights, no token, too old a login, too many tries', async () => {
    const { shop, race, buyer, admin } = await scene();
    const login: Call = ['POST', '/api/auth/code/login', { email: 'buyer@example.test', code: '000000' }];
    await refused(shop.visitor({ address: '10.1.1.1' }), login, 401, 'INVALID_CODE');
    await refused(shop.visitor(), ['GET', '/api/orders/my'], 401, 'UNAUTHORIZED');
    await refused(shop.visitor(), book(race, bookingOf(race, [runner()])), 401, 'UNAUTHORIZED');
    await refused(buyer, ['GET', '/api/admin/orders'], 403, 'NO_PERMISSION');
    const unverified = shop.visitor();
    const typed = { email: 'buyer@example.test', eventId: race.eventId };
    const { body } = await unverified.json('POST', '/api/auth/code/unauthenticated-login', typed);
    shape.account.parse(body);
    await refused(unverified, ['GET', '/api/orders/my'], 401, 'UNAUTHORIZED');
    await refused(unverified, ['GET', '/api/settings'], 401, 'UNAUTHORIZED');

    const forged = await buyer.json<Refused>('PATCH', '/api/settings', {}, { 'x-csrf-token': 'nonsense' });
    expect([forged.status, forged.body.code]).toEqual([403, 'INVALID_CSRF_TOKEN']);
    const foreign = await shop.visitor().json<Refused>(...login, { origin: 'https://evil.example' });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'INVALID_CSRF_TOKEN']);

    const made = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'X' });
    shop.clock.advance(hours(2) + minutes(1));
    const account: Call = [
      'PATCH',
      `/api/admin/organizers/${made.body.organizer.id}`,
      { iban: 'AT611904300234573201' },
    ];
    const old = await refused(admin, account, 403, 'INVALID_TOKEN');
    expect(old.details).toEqual({ reason: 'sessionInvalid' });
    expect(old.message).toMatch(/2 Stunden/);

    const hasty = shop.visitor({ address: '10.2.2.2' });
    let last = await hasty.json<Refused>('POST', '/api/auth/code/send-mail', { email: 'a@example.test' });
    for (let i = 0; i < 6; i++) {
      last = await hasty.json<Refused>('POST', '/api/auth/code/send-mail', { email: 'a@example.test' });
    }
    expect([last.status, last.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the same key', () => {
  test('books once, also at the same moment, and is another key for another session', async () => {
    const { shop, race, buyer } = await scene();
    const booking = bookingOf(race, [runner()]);
    const send = (who: Caller, what: object = booking) =>
      who.json<{ orderId: number }>(...book(race, what), { 'idempotency-key': 'k-1' });
    const all = await Promise.all(Array.from({ length: 8 }, () => send(buyer)));
    expect(all.map((answer) => answer.status)).toEqual(Array(8).fill(201));
    expect(new Set(all.map((answer) => answer.body.orderId)).size).toBe(1);
    expect((await send(buyer)).body.orderId).toBe(all[0]?.body.orderId);
    const other = await shop.login('other@example.test');
    const theirs = await send(other, bookingOf(race, [runner()]));
    expect(theirs.status).toBe(201);
    expect(theirs.body.orderId).not.toBe(all[0]?.body.orderId);
    // The same browser, now somebody else.
    const typed = { email: 'third@example.test', eventId: race.eventId };
    await buyer.json('POST', '/api/auth/code/unauthenticated-login', typed);
    const third = await send(buyer, bookingOf(race, [runner()]));
    expect(third.status).toBe(201);
    expect(third.body.orderId).not.toBe(all[0]?.body.orderId);
    const { body } = await buyer.json<{ competition: { availableTicketCount: number } }>(
      'GET',
      `/api/competitions/${race.runId}`,
    );
    expect(body.competition.availableTicketCount).toBe(97);
  });
});

describe('time', () => {
  test('pending orders expire with everything they hold, bank transfers wait, a reminder comes in between', async () => {
    const { shop, race, buyer, admin } = await scene({ event: { paymentInAdvancePossible: true } });
    const articles = [{ uniqueLocalId: 'a', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }];
    const forgotten = await booked(buyer, race, bookingOf(race, [runner({ articles })], { totalPrice: 8150 }));
    const transfer = await booked(buyer, race, bookingOf(race, [runner()]));
    expect((await buyer.json('POST', `/api/orders/${transfer}/payment-in-advance`)).status).toBe(200);
    const statusOf = async (orderId: number) =>
      (await admin.json<{ order: { status: string } }>('GET', `/api/admin/orders/${orderId}`)).body.order.status;
    const subjects = async () => (await shop.mails('buyer@example.test')).map((mail) => mail.text);
    await shop.settle();
    const before = (await subjects()).length;
    shop.clock.advance(minutes(61));
    await shop.settle();
    await shop.settle();
    expect((await subjects()).length).toBe(before + 1);
    shop.clock.advance(minutes(60));
    await shop.settle();
    await shop.settle();
    expect([await statusOf(forgotten), await statusOf(transfer)]).toEqual(['canceled', 'pending']);
    expect((await subjects()).length).toBe(before + 2);
    const { body } = await buyer.json<{
      event: {
        competitions: { id: number; availableTicketCount: number; prices: { quantity: number }[] }[];
        articles: { variants: { availableAmount: number }[] }[];
      };
    }>('GET', `/api/events/${race.eventId}`);
    const run = body.event.competitions.find(({ id }) => id === race.runId);
    expect([run?.availableTicketCount, run?.prices[0]?.quantity]).toEqual([99, 99]);
    expect(body.event.articles[0]?.variants[0]?.availableAmount).toBe(50);
  });
});
