import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { touchEvent } from '#modules/events/index.ts';
import { competitions } from '#modules/events/schema.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { mails } from '#src/data/schema.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import type { AdminOrderJson } from '../shapes.ts';
import { bookingOf, makeRace, type Race, runner } from '../testing.ts';

/** Every action of an organizer on an order, by the API: who may, what it is refused for, and what history says of it. */

type Scene = {
  shop: TestShop;
  race: Race;
  callers: Record<'organizer' | 'otherOrganizer' | 'buyer' | 'guest', Caller>;
  book(change?: Record<string, unknown>, people?: number): Promise<AdminOrderJson>;
};

async function scene(): Promise<Scene> {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    await addOrganizerUser(work, await createOrganizer(work, { name: 'SV Wien' }), 'other@example.test');
    return makeRace(work, { event: { organizerId, paymentInAdvancePossible: true }, shirts: 3 });
  });
  const callers = {
    organizer: await shop.login('organizer@example.test'),
    otherOrganizer: await shop.login('other@example.test'),
    buyer: await shop.login('buyer@example.test'),
    guest: shop.visitor(),
  };
  const orderOf = async (orderId: number) =>
    (await callers.organizer.json<{ order: AdminOrderJson }>('GET', `/api/admin/orders/${orderId}`)).body.order;
  return {
    shop,
    race,
    callers,
    async book(change = {}, people = 1) {
      const runners = Array.from({ length: people }, () => runner({ firstName: 'Ana', ...change }));
      const path = `/api/events/${race.eventId}/book`;
      const { body } = await callers.buyer.json<{ orderId: number }>('POST', path, bookingOf(race, runners));
      return orderOf(body.orderId);
    },
  };
}

type Call = [method: string, path: string, body?: unknown];
const person = (order: AdminOrderJson) => order.competitions[0]?.teams[0]?.participants[0];
const team = (order: AdminOrderJson) => order.competitions[0]?.teams[0]?.teamId;
const address = { firstName: 'Eva', lastName: 'Maier' };

/** Every call on one order, with a body that is right. */
const actions = (race: Race, order: AdminOrderJson): Record<string, Call> => {
  const base = `/api/admin/orders/${order.id}`;
  const who = `/api/admin/participants/${person(order)?.id}/orders/${order.id}`;
  return {
    show: ['GET', base],
    cancel: ['PATCH', `${base}/cancel`],
    cancelMany: ['PATCH', '/api/admin/orders/cancel', { orderIds: [order.id] }],
    status: ['PATCH', `${base}/status`, { status: 'complete' }],
    update: ['PATCH', `${base}/update`, { comment: 'x' }],
    data: ['PATCH', `${base}/data`, { contactAddress: address }],
    comment: ['POST', `${base}/comment`, { comment: 'x' }],
    changeBuyer: ['PATCH', `${base}/change-buyer`, { newEmail: 'new@example.test' }],
    teamName: ['PATCH', `${base}/change-competition-team-name`, { teamId: team(order), teamName: 'x' }],
    freeArticle: [
      'POST',
      `${base}/articles/add-free`,
      { participantId: person(order)?.id, articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 1 },
    ],
    changeData: ['POST', `${who}/change-data`, { firstName: 'Anna' }],
    changeEmail: ['POST', `${who}/change-email`, { newEmail: 'anna@example.test' }],
    mails: ['GET', `${base}/mails`],
    resend: ['PATCH', `${base}/resend-email`],
    resendTicket: ['PATCH', `${base}/resend-participant-email/${person(order)?.id}`],
    refund: ['POST', '/api/admin/orders/refund-orders', { orderIds: [order.id], mode: 'full' }],
    refundStatus: ['POST', '/api/admin/orders/set-refund-status', { orderIds: [order.id], refundStatus: 'completed' }],
  };
};

const send = async (who: Caller, [method, path, body]: Call) => {
  const answer = await who.json<{
    code?: string;
    details?: { fields?: Record<string, string[]> };
    order: AdminOrderJson;
  }>(method, path, method === 'GET' ? undefined : (body ?? {}));
  return { ...answer, code: answer.body?.code, fields: Object.keys(answer.body?.details?.fields ?? {}) };
};

test('hides other people’s orders, refuses non-organizers, and answers missing orders like hidden ones', async () => {
  const { race, callers, book } = await scene();
  const order = await book();
  for (const [name, call] of Object.entries(actions(race, order))) {
    const told = async (who: Caller, [method, path, body]: Call = call) => {
      const { status, code } = await send(who, [method, path, body]);
      return [name, status, code];
    };
    expect(await told(callers.guest)).toEqual([name, 401, 'UNAUTHORIZED']);
    expect(await told(callers.buyer)).toEqual([name, 403, 'NO_PERMISSION']);
    expect(await told(callers.otherOrganizer)).toEqual([name, 404, 'NOT_FOUND']);
    const missing = JSON.parse(
      JSON.stringify(call)
        .replaceAll(`/orders/${order.id}`, '/orders/999999')
        .replace(`"orderIds":[${order.id}]`, '"orderIds":[999999]'),
    ) as Call;
    expect(await told(callers.organizer, missing)).toEqual([name, 404, 'NOT_FOUND']);
  }
  const after = await send(callers.organizer, ['GET', `/api/admin/orders/${order.id}`]);
  expect(after.body.order).toEqual(order);
});

describe('an organizer', () => {
  test('is told which field is wrong', async () => {
    const { race, callers, book } = await scene();
    const order = await book();
    const base = `/api/admin/orders/${order.id}`;
    const who = `/api/admin/participants/${person(order)?.id}/orders/${order.id}`;
    const free = { participantId: person(order)?.id, articleId: race.shirtId, variantId: race.shirtVariantId };
    const wrong: [string, Call][] = [
      ['status', ['PATCH', `${base}/status`, { status: 'paid' }]],
      ['status', ['PATCH', `${base}/update`, { status: 'paid' }]],
      ['orderIds', ['PATCH', '/api/admin/orders/cancel', { orderIds: [] }]],
      ['comment', ['POST', `${base}/comment`, { comment: ' ' }]],
      ['comment', ['PATCH', `${base}/update`, { comment: 'x'.repeat(5001) }]],
      ['newEmail', ['PATCH', `${base}/change-buyer`, { newEmail: 'eva@' }]],
      ['newEmail', ['PATCH', `${base}/change-buyer`, { newEmail: ' Buyer@example.test' }]],
      ['contactAddress.lastName', ['PATCH', `${base}/data`, { contactAddress: { firstName: 'Eva' } }]],
      ['invoiceAddress.vatId', ['PATCH', `${base}/data`, { invoiceAddress: { ...address, vatId: 'ATU1' } }]],
      [
        'deliveryAddress.phoneNumber.number',
        [
          'PATCH',
          `${base}/data`,
          { deliveryAddress: { ...address, phoneNumber: { countryCode: '+43', number: '1' } } },
        ],
      ],
      ['teamName', ['PATCH', `${base}/change-competition-team-name`, { teamId: 1, teamName: 'x'.repeat(151) }]],
      ['quantity', ['POST', `${base}/articles/add-free`, { ...free, quantity: 0 }]],
      ['articleId', ['POST', `${base}/articles/add-free`, { ...free, articleId: 999, quantity: 1 }]],
      ['variantId', ['POST', `${base}/articles/add-free`, { ...free, variantId: 999, quantity: 1 }]],
      ['lastName', ['POST', `${who}/change-data`, { lastName: ' ' }]],
      ['birthDate', ['POST', `${who}/change-data`, { birthDate: '2030-01-01' }]],
      [
        'formFieldsSelected.999',
        ['POST', `${who}/change-data`, { formFieldsSelected: [{ fieldId: 999, value: 'x' }] }],
      ],
      ['newEmail', ['POST', `${who}/change-email`, { newEmail: 'eva' }]],
    ];
    for (const [field, call] of wrong) {
      const { status, code, fields } = await send(callers.organizer, call);
      expect([call[1], status, code, fields]).toEqual([call[1], 400, 'VALIDATION_FAILED', [field]]);
    }
    const short = await send(callers.organizer, ['POST', `${base}/articles/add-free`, { ...free, quantity: 4 }]);
    expect([short.status, short.code]).toEqual([409, 'RESERVING_ARTICLES_FAILED']);
    const { body: made } = await callers.organizer.json<{ article: { id: number } }>(
      'POST',
      `/api/admin/articles/${race.eventId}`,
      { name: 'Buff' },
    );
    const ofOther = { ...free, articleId: made.article.id, quantity: 1 };
    const mixed = await send(callers.organizer, ['POST', `${base}/articles/add-free`, ofOther]);
    expect([mixed.status, mixed.code]).toEqual([409, 'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS']);
  });

  test('is refused what the state of an order does not allow', async () => {
    const { shop, race, callers, book } = await scene();
    const [first, second] = [await book(), await book()];
    const base = `/api/admin/orders/${first.id}`;
    const to = (status: string): Call => ['PATCH', `${base}/status`, { status }];
    const told = async (call: Call) => {
      const { status, code } = await send(callers.organizer, call);
      return code ? [status, code] : status;
    };
    const refusedStatus = [409, 'CANT_CHANGE_ORDER_STATUS'];
    expect(await told(to('shipped'))).toEqual(refusedStatus);
    expect(await told(to('pending'))).toEqual(refusedStatus);
    expect(await told(['PATCH', `${base}/resend-participant-email/${person(first)?.id}`])).toEqual([404, 'NOT_FOUND']);
    expect(await told(to('complete'))).toBe(200);
    expect(await told(to('complete'))).toEqual([409, 'ORDER_ALREADY_PAID']);
    const resend: Call = ['PATCH', `${base}/resend-email`];
    expect(await told(resend)).toBe(204);
    expect(await told(resend)).toEqual([409, 'MAIL_ALREADY_SENT']);
    shop.clock.advance(minutes(1));
    expect(await told(resend)).toBe(204);
    expect(await told(to('shipped'))).toBe(200);
    expect(await told(to('complete'))).toEqual(refusedStatus);
    expect(await told(to('canceled'))).toBe(200);
    for (const status of ['canceled', 'complete', 'shipped']) expect(await told(to(status))).toEqual(refusedStatus);
    expect(await told(['PATCH', `${base}/cancel`])).toEqual(refusedStatus);
    expect(await told(actions(race, first).freeArticle as Call)).toEqual([404, 'NOT_FOUND']);

    // The first one's place goes to somebody else of that name, so it cannot come back.
    const who = `/api/admin/participants/${person(second)?.id}/orders/${second.id}/change-data`;
    const same = { lastName: person(first)?.lastName, birthDate: person(first)?.birthDate };
    expect(await told(['POST', who, same])).toBe(200);
    expect(await told(to('pending'))).toEqual([409, 'TICKET_ALREADY_BOOKED']);
    expect(await told(['POST', who, { lastName: 'Huber' }])).toBe(200);
    expect(await told(to('pending'))).toBe(200);
    expect(await told(['POST', who, same])).toEqual([409, 'TICKET_ALREADY_BOOKED']);
  });

  test('leaves in the history what was before and after, and finds the order by its new words', async () => {
    const { shop, race, callers, book } = await scene();
    const order = await book();
    const { organizer } = callers;
    const all = actions(race, order);
    // Only a team has a name.
    await shop.deps.write(async (work) => {
      await work.tx.update(competitions).set({ type: 'team', maxTeamSize: 4 }).where(eq(competitions.id, race.runId));
      await touchEvent(work, race.eventId);
    });
    const done: Call[] = [
      [
        'PATCH',
        `/api/admin/orders/${order.id}/data`,
        { contactAddress: { ...address, street: 'Ring', zipCode: '1010' } },
      ],
      [
        'PATCH',
        `/api/admin/orders/${order.id}/data`,
        { contactAddress: { ...address, street: 'Gasse', zipCode: '1010' } },
      ],
      all.teamName as Call,
      all.freeArticle as Call,
      all.changeData as Call,
      all.status as Call,
      ['PATCH', `/api/admin/orders/${order.id}/status`, { status: 'shipped' }],
      ['PATCH', `/api/admin/orders/${order.id}/cancel`],
      ['PATCH', `/api/admin/orders/${order.id}/status`, { status: 'pending' }],
      all.changeBuyer as Call,
    ];
    for (const call of done) expect([call[1], (await send(organizer, call)).status]).toEqual([call[1], 200]);
    const { audits } = (await send(organizer, all.show as Call)).body.order;
    const by = 'organizer@example.test';
    expect(audits.map(({ type, editorEmail, comment }) => [type, editorEmail, ...comment.split('\n')])).toEqual([
      ['OrderCreated', 'buyer@example.test', ''],
      [
        'OrderChanged',
        by,
        'contactAddress.firstName: – → Eva',
        'contactAddress.lastName: – → Maier',
        'contactAddress.street: – → Ring',
        'contactAddress.zipCode: – → 1010',
      ],
      ['OrderChanged', by, 'contactAddress.street: Ring → Gasse'],
      ['OrderChanged', by, 'teamName: – → x'],
      ['FreeArticleAdded', by, `#${person(order)?.id} article: – → 1 × Finisher-Shirt, M`],
      ['OrderChanged', by, `#${person(order)?.id} firstName: Ana → Anna`],
      ['OrderPaid', by, ''],
      ['OrderChanged', by, 'status: complete → shipped'],
      ['OrderCanceled', by, 'status: shipped → canceled'],
      ['OrderReactivated', by, 'status: canceled → complete'],
      ['OrderChanged', by, 'buyer: buyer@example.test → new@example.test'],
    ]);
    expect(audits.every(({ createdAt }) => createdAt === new Date(shop.clock()).toISOString())).toBe(true);
  });

  test('gives an order to another address, whose mailbox alone opens it from then on', {
    timeout: 60_000,
  }, async () => {
    const { shop, race, callers, book } = await scene();
    const { organizer, buyer } = callers;
    const visit = shop.visitor();
    const guestMail = 'mistyped@example.test';
    await visit.json('POST', '/api/auth/code/unauthenticated-login', { email: guestMail, eventId: race.eventId });
    const booked = await visit.json<{ orderId: number }>(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, [runner()]),
    );
    const { orderId } = booked.body;
    expect((await visit.json('GET', `/api/orders/${orderId}`)).status).toBe(200);
    expect((await organizer.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' })).status).toBe(
      200,
    );
    const handed = await send(organizer, [
      'PATCH',
      `/api/admin/orders/${orderId}/change-buyer`,
      { newEmail: 'Right@example.test' },
    ]);
    expect([handed.status, handed.body.order.user.email]).toEqual([200, 'right@example.test']);
    await shop.settle();
    expect((await shop.mails('right@example.test')).map(({ subject }) => subject)).toHaveLength(1);
    // The address before learns that it is gone, and not where to.
    const [notice, ...others] = await shop.mails(guestMail);
    expect([notice?.subject, others]).toEqual([`Bestellung ${orderId} ist übergeben`, []]);
    expect(notice?.text).not.toContain('right@example.test');
    expect((await visit.json('GET', `/api/orders/${orderId}`)).status).toBe(404);
    const right = await shop.login('right@example.test');
    expect((await right.json('GET', `/api/orders/${orderId}`)).status).toBe(200);
    const mistyped = await shop.login(guestMail);
    expect((await mistyped.json('GET', `/api/orders/${orderId}`)).status).toBe(404);

    // Once more, to the one who lost it.
    const letters = `/admin/orders/${orderId}/mails`;
    const rows = await organizer.json<{ rows: { id: number; type: string }[] }>('GET', `/api${letters}`);
    const told = rows.body.rows.find(({ type }) => type === 'OrderHandedOver');
    expect((await organizer.form(`${letters}/${told?.id}/resend`, {})).status).toBe(303);
    await shop.settle();
    const handedOver = async (email: string) =>
      (await shop.mails(email)).filter(({ subject }) => subject.includes('übergeben')).length;
    expect([await handedOver(guestMail), await handedOver('right@example.test')]).toEqual([2, 0]);
    // There and back before anything went out: who has it is told of no loss.
    for (const newEmail of [guestMail, 'third@example.test', guestMail]) {
      shop.clock.advance(1000);
      const again = ['PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail }] as const;
      expect((await organizer.json(...again)).status).toBe(200);
    }
    await shop.settle();
    const counts = await Promise.all([guestMail, 'right@example.test', 'third@example.test'].map(handedOver));
    expect(counts).toEqual([2, 1, 1]);
    // Whoever leaves takes their address along, out of the history of an order that is not theirs any more too.
    const third = await shop.login('third@example.test');
    expect((await third.json('DELETE', '/api/settings')).status).toBeLessThan(300);
    const { body } = await organizer.json<{ order: AdminOrderJson }>('GET', `/api/admin/orders/${orderId}`);
    const history = body.order.audits.map(({ comment }) => comment).join();
    expect([history.includes('third@example.test'), /deleted-\d+ → mistyped@/.test(history)]).toEqual([false, true]);

    const canceled = await book();
    expect((await organizer.json('PATCH', `/api/admin/orders/${canceled.id}/cancel`)).status).toBe(200);
    await shop.settle();
    const path = `/api/admin/orders/${canceled.id}/change-buyer`;
    expect((await organizer.json('PATCH', path, { newEmail: 'right@example.test' })).status).toBe(200);
    expect((await buyer.json('GET', `/api/orders/${canceled.id}`)).status).toBe(404);
    await shop.settle();
    expect((await shop.mails('right@example.test')).some(({ subject }) => /storniert/i.test(subject))).toBe(true);
  });

  test('sees every mail of an order, and what became of it', async () => {
    const { shop, callers, book } = await scene();
    const order = await book({ email: 'ana@example.test' });
    const { organizer } = callers;
    await organizer.json('PATCH', `/api/admin/orders/${order.id}/status`, { status: 'complete' });
    await shop.settle();
    const refused = { status: 'failed', lastError: '550 5.1.1 No such user' } as const;
    await shop.deps.write(({ tx }) => tx.update(mails).set(refused).where(eq(mails.recipient, 'ana@example.test')));
    type Listed = { count: number; rows: { type: string; recipient: string; state: string; reason: string | null }[] };
    const list = (query = '') => organizer.json<Listed>('GET', `/api/admin/orders/${order.id}/mails${query}`);
    const { body } = await list();
    expect(body.rows.map(({ type, recipient, state, reason }) => [type, recipient, state, reason])).toEqual([
      ['RegistrationConfirmation', 'ana@example.test', 'refused', '550 5.1.1 No such user'],
      ['OrderConfirmation', 'buyer@example.test', 'sent', null],
    ]);
    const filter = encodeURIComponent(JSON.stringify([{ field: 'state', type: 'eq', value: 'refused' }]));
    expect((await list(`?filter=${filter}`)).body.count).toBe(1);
    expect((await list('?filter=x')).status).toBe(400);
  });
});
