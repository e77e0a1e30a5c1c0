import { describe, expect, test } from 'vitest';
import { ticketCodeOf } from '#modules/checkin/index.ts';
import { createCompetition, createPrice, updateCompetition, updateEvent } from '#modules/events/index.ts';
import { orderOf, peopleOf, setBib } from '#modules/orders/index.ts';
import { changeBuyer } from '#modules/orders/management/change-order.ts';
import { runner } from '#modules/orders/testing.ts';
import { eventMoney } from '#modules/payments/event-payments/read-event-payments.ts';
import { markPaid, moveBooked, refundsOf } from '#modules/payments/index.ts';
import { grantRefund } from '#modules/payments/refunds/grant-refund.ts';
import { cents } from '#src/kernel/money.ts';
import { days, hours, minutes, plus } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { breaches } from '#tests/season/invariants.ts';
import { brokenPapers } from '#tests/season/papers.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { newcomer, openTransfers } from './testing.ts';

const soldOf = async ({ deps }: TestShop, competitionId: number): Promise<number> =>
  Number((await deps.read.all<{ sold: number }>(`select sold from competitions where id = ${competitionId}`))[0]?.sold);
const orderIn = async ({ deps }: TestShop, id: number) => (await orderOf(deps.read, id)) ?? expect.fail();
const linesOf = async (shop: TestShop, id: number) =>
  (await orderIn(shop, id)).orderItems.map(({ kind, amount, priceTotal }) => [kind, amount, priceTotal]);
const ofHistory = /every record of an event tells|its last entry says|the last entry says/;
const holds = async ({ deps }: TestShop) => {
  expect((await breaches(deps.read)).filter((sentence) => !ofHistory.test(sentence))).toEqual([]);
  expect(await brokenPapers(deps.read)).toEqual([]);
};

describe('a place', () => {
  test('passes to whoever paid for it, at a cheaper price of today, and the one before gets theirs less the fee', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const { race, orderId } = at;
    const [placeId = 0] = at.participantIds;
    await shop.deps.write((work) => setBib(work, { participantId: placeId, bib: '77', source: 'hand' }));
    await at.sellAt(2000);
    const offered = await at.offer('new@example.test');
    expect([offered.status, offered.body.transfer?.state]).toEqual([201, 'offered']);
    await shop.settle();
    const [mail] = await shop.mails('new@example.test');
    expect(mail?.text).toContain(offered.body.link);
    expect(mail?.text).toContain('Ana Huber');
    expect(mail?.text).not.toContain('zoe@example.test');

    const taken = await at.take(offered.body, 2000);
    expect(taken.status).toBe(201);
    const newId = taken.body.orderId;
    // Until payment nothing changes for the holder.
    expect(peopleOf(await orderIn(shop, orderId)).map(({ person }) => person.firstName)).toEqual(['Ana']);
    expect(await soldOf(shop, race.runId)).toBe(1);
    await holds(shop);

    await at.pay(newId);
    expect(await soldOf(shop, race.runId)).toBe(1);
    const [before, after] = [await orderIn(shop, orderId), await orderIn(shop, newId)];
    expect(peopleOf(before)).toEqual([]);
    const [there] = peopleOf(after);
    expect(there?.person).toMatchObject({
      id: placeId,
      firstName: 'Lena',
      rrBib: '77',
      ticketPrice: 2000,
      ticketVersion: 1,
    });
    expect(await linesOf(shop, orderId)).toEqual([
      ['of', 1, 150],
      ['of', 1, 500],
    ]);
    expect(before.totalPrice).toBe(650);
    expect((await refundsOf(shop.deps.read, orderId)).map(({ amount, status }) => [amount, status])).toEqual([
      [2500, 'pending'],
    ]);
    expect(await linesOf(shop, newId)).toEqual([['ticket', 1, 2000]]);
    expect(await eventMoney(shop.deps.read, race.eventId)).toMatchObject({ fees: 150 });

    // The old ticket is invalid, the new one admits.
    const scan = async (version: number) => {
      const [, , , eventSecret] = ticketCodeOf(shop.deps.signer, race.eventId, placeId, version).split('.');
      const body = {
        device: 'gate',
        eventSecret,
        participantId: placeId,
        scannedAt: new Date(shop.clock()).toISOString(),
      };
      return (await at.organizer.json<{ result: string }>('POST', `/api/admin/events/${race.eventId}/scan`, body)).body
        .result;
    };
    expect([await scan(0), await scan(1)]).toEqual(['NOT_FOUND', 'SCAN_SUCCESS']);

    const told = await shop.mails('holder@example.test');
    expect(told[0]?.subject).toBe('Startplatz weitergegeben: 10 km, Donaulauf');
    expect(told.map(({ text }) => text).join('\n')).not.toContain('Vogel');
    expect(told.some(({ text }) => /25,00/.test(text))).toBe(true);
    const toNew = (await shop.mails('lena@example.test')).concat(await shop.mails('taker@example.test'));
    expect(toNew.some(({ subject }) => subject.includes('Donaulauf'))).toBe(true);
    expect(toNew.map(({ text }) => text).join('\n')).not.toContain('Huber');
    await holds(shop);
  });
});

describe('whoever has a place', () => {
  test('keeps it as it was when the other does not pay, and the link works once more', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const offered = await at.offer();
    const { body } = await at.take(offered.body, 3000);
    expect((await at.take(offered.body, 3000, newcomer({ lastName: 'Berg' }), at.holder)).body.code).toBe(
      'TRANSFER_OVER',
    );
    shop.clock.advance(hours(3));
    await shop.settle();
    expect((await orderIn(shop, body.orderId)).status).toBe('canceled');
    const [row] = await shop.deps.read.all<{ person: string | null }>('select person from place_takeovers');
    expect(row?.person).toBeNull();
    const before = await orderIn(shop, at.orderId);
    expect([before.status, peopleOf(before)[0]?.person.ticketVersion]).toEqual(['complete', 0]);
    // Late money is refunded.
    const { receivePayment } = await import('#modules/payments/index.ts');
    const late = { method: 'bank', amount: 3000 as never, reference: 'late', editorId: null };
    expect(await shop.deps.write((work) => receivePayment(work, { orderId: body.orderId, ...late }))).toBe('late');
    const again = await at.take(offered.body, 3000, newcomer());
    expect(again.status).toBe(201);
    await at.pay(again.body.orderId);
    expect(peopleOf(await orderIn(shop, again.body.orderId))[0]?.person.firstName).toBe('Lena');
    await holds(shop);
  });

  test('withdraws it, also while somebody is about to pay; their order ends', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const first = await at.offer();
    expect((await at.offer()).body).toMatchObject({ code: 'TRANSFER_NOT_POSSIBLE', details: { reason: 'several' } });
    expect((await at.taker.json<{ code: string }>('DELETE', at.ownPath())).body.code).toBe('NOT_FOUND');
    expect((await at.holder.json('DELETE', at.ownPath())).status).toBe(200);
    expect((await at.take(first.body, 3000)).body.code).toBe('TRANSFER_OVER');
    const second = await at.offer();
    const { body } = await at.take(second.body, 3000);
    expect((await at.holder.json('DELETE', at.ownPath())).status).toBe(200);
    expect((await at.holder.json<{ code: string }>('DELETE', at.ownPath())).body.code).toBe('TRANSFER_OVER');
    expect((await orderIn(shop, body.orderId)).status).toBe('canceled');
    await shop.settle();
    await holds(shop);
  });

  test('hears that it was declined, or that nobody took it in time', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const { body } = await at.offer('new@example.test');
    const guest = shop.visitor();
    const decline = () =>
      guest.json<{ code: string }>('POST', `/api/transfers/${body.transfer?.id}/decline`, { link: body.link });
    const forged = { link: body.link?.replace(/signature=./, 'signature=_') };
    expect((await guest.json('POST', `/api/transfers/${body.transfer?.id}/decline`, forged)).status).toBe(404);
    expect((await decline()).status).toBe(200);
    expect((await decline()).body.code).toBe('TRANSFER_OVER');
    await shop.settle();
    expect((await shop.mails('holder@example.test'))[0]?.subject).toBe('Startplatz abgelehnt: 10 km, Donaulauf');
    await at.offer();
    shop.clock.advance(days(7));
    await shop.settle();
    expect((await shop.mails('holder@example.test'))[0]?.subject).toBe('Angebot abgelaufen: 10 km, Donaulauf');
    const { body: list } = await (await shop.login('organizer@example.test')).json<{ counts: Record<string, number> }>(
      'GET',
      at.path,
    );
    expect(list.counts).toMatchObject({ declined: 1, lapsed: 1, offered: 0, passed: 0 });
  });

  test('waits for an organizer who wants to see each', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, { mode: 'approval' });
    const asked = await at.offer('new@example.test');
    expect([asked.body.transfer?.state, asked.body.link]).toEqual(['waiting', null]);
    await shop.settle();
    expect(await shop.mails('new@example.test')).toEqual([]);
    const decide = (id: number | undefined, what: string, who = at.organizer) =>
      who.json<{ code: string }>('POST', `${at.path}/${id}/${what}`);
    expect((await decide(asked.body.transfer?.id, 'approve', at.holder)).status).toBe(403);
    expect((await decide(asked.body.transfer?.id, 'refuse')).status).toBe(200);
    expect((await decide(asked.body.transfer?.id, 'approve')).body.code).toBe('TRANSFER_OVER');
    const second = await at.offer('new@example.test');
    expect((await decide(second.body.transfer?.id, 'approve')).status).toBe(200);
    await shop.settle();
    expect((await shop.mails('new@example.test')).length).toBe(1);
    const subjects = (await shop.mails('holder@example.test')).map(({ subject }) => subject);
    expect(subjects.slice(0, 2)).toEqual([
      'Weitergabe erlaubt: 10 km, Donaulauf',
      'Weitergabe nicht erlaubt: 10 km, Donaulauf',
    ]);
    const { body: own } = await at.holder.json<{ link: string }>('GET', at.ownPath());
    expect((await at.take({ ...second.body, link: own.link }, 3000)).status).toBe(201);
  });
});

describe('not passed on is', () => {
  const reasonOf = async (at: Awaited<ReturnType<typeof openTransfers>>, participantId?: number) =>
    (await at.offer(null, at.holder, participantId)).body.details.reason;

  test('what the organizer does not allow, and what the date is over for', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, { mode: 'off' });
    expect(await reasonOf(at)).toBe('off');
    await at.set({ mode: 'allowed', until: new Date(shop.clock() + minutes(5)).toISOString() });
    const { body } = await at.offer();
    shop.clock.advance(minutes(6));
    expect((await at.take(body, 3000)).body.code).toBe('TRANSFER_OVER');
    await shop.settle();
    expect(await reasonOf(at)).toBe('tooLate');
    // Another user's order is not found.
    expect((await at.offer(null, at.taker)).status).toBe(404);
  });

  test('a place of a team, one that is not paid, and one whose person is inside', async () => {
    const shop = await testShop();
    const team = await openTransfers(shop, {}, [runner()], {});
    const { race, holder } = team;
    const members = [runner(), runner()];
    const relay = await holder.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, {
      teams: [{ competitionId: race.relayId, teamName: 'Vier', participants: members }],
      ...{ totalPrice: 4150, termsAccepted: true, eventConditionsAccepted: true },
    });
    const [one] = peopleOf(await orderIn(shop, relay.body.orderId));
    const offerOf = (orderId: number, id: number | undefined) =>
      holder.json<{ details: { reason: string } }>('POST', `/api/orders/${orderId}/participants/${id}/transfer`, {});
    expect((await offerOf(relay.body.orderId, one?.person.id)).body.details.reason).toBe('team');
    const unpaid = await holder.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, {
      teams: [{ competitionId: race.runId, participants: [runner()] }],
      ...{ totalPrice: 3150, termsAccepted: true, eventConditionsAccepted: true },
    });
    const [waits] = peopleOf(await orderIn(shop, unpaid.body.orderId));
    expect((await offerOf(unpaid.body.orderId, waits?.person.id)).body.details.reason).toBe('notPaid');
    // The participant is admitted during a pending takeover: the takeover is refunded.
    const { body } = await team.offer();
    const taken = await team.take(body, 3000);
    const participantId = team.participantIds[0] ?? 0;
    const at = { device: 'gate', scannedAt: new Date(shop.clock()).toISOString(), participantId };
    await team.organizer.json('POST', `/api/admin/events/${race.eventId}/admit`, at);
    await team.pay(taken.body.orderId);
    expect((await orderIn(shop, taken.body.orderId)).status).toBe('canceled');
    expect((await refundsOf(shop.deps.read, taken.body.orderId)).map(({ amount }) => amount)).toEqual([3000]);
    expect(peopleOf(await orderIn(shop, team.orderId))[0]?.person.firstName).toBe('Zoë');
    await holder.json('DELETE', team.ownPath());
    expect(await reasonOf(team)).toBe('used');
    await holds(shop);
  });

  test('to whoever starts there already, is too young, says too little, or another sum', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, {}, [runner({ firstName: 'Ana', lastName: 'Huber' }), newcomer()], {
      totalPrice: 6150,
    });
    const { body } = await at.offer();
    expect((await at.take(body, 3000)).body.code).toBe('TICKET_ALREADY_BOOKED');
    expect((await at.take(body, 2900, newcomer({ lastName: 'Falke' }))).body).toMatchObject({
      code: 'NOT_MATCHING_ORDER_TOTAL',
      details: { totalPrice: 3000 },
    });
    const { updateCompetition } = await import('#modules/events/index.ts');
    await shop.deps.write((work) => updateCompetition(work, at.race.runId, { minAge: 18 }));
    const young = await at.take(body, 3000, newcomer({ lastName: 'Falke', birthDate: '2020-01-01' }));
    expect(young.body.code).toBe('REGISTERING_INVALID_AGES');
    expect((await at.take(body, 3000, newcomer({ firstName: '' }))).body.code).toBe('VALIDATION_FAILED');
    expect((await shop.visitor().json('POST', `/api/transfers/${body.transfer?.id}/take`, {})).status).toBe(401);
  });
});

describe('money', () => {
  test('stays where nothing goes back: whoever comes pays the fee and what is dearer today, and the shirt goes along', async () => {
    const shop = await testShop();
    const shirt = (id: number, variantId: number) => [{ uniqueLocalId: 's', articleId: id, variantId, quantity: 1 }];
    const people = [
      runner({ firstName: 'Ana', lastName: 'Huber', articles: shirt(1, 1) }),
      runner({ firstName: 'Bo', lastName: 'Huber' }),
    ];
    const at = await openTransfers(shop, { refundRule: 'nothing', priceRule: 'atLeastOld' }, people, {
      totalPrice: 8650,
    });
    await at.sellAt(3500);
    const { body } = await at.offer();
    const { body: taken } = await at.take(body, 1000);
    await at.pay(taken.orderId);
    expect(await linesOf(shop, at.orderId)).toEqual([
      ['ticket', 1, 3000],
      ['of', 1, 150],
      ['of', 1, 5500],
    ]);
    expect(await refundsOf(shop.deps.read, at.orderId)).toEqual([]);
    expect(await linesOf(shop, taken.orderId)).toEqual([['ticket', 1, 1000]]);
    const [there] = peopleOf(await orderIn(shop, taken.orderId));
    expect(there?.person.orderedArticleVariants).toMatchObject([{ name: 'Finisher-Shirt', quantity: 1 }]);
    await holds(shop);
    // The canceled takeover releases its place once and can be reactivated.
    const path = `/api/admin/orders/${taken.orderId}/status`;
    expect(await soldOf(shop, at.race.runId)).toBe(2);
    expect((await at.organizer.json('PATCH', path, { status: 'canceled' })).status).toBe(200);
    expect(await soldOf(shop, at.race.runId)).toBe(1);
    expect((await at.organizer.json('PATCH', path, { status: 'pending' })).status).toBe(200);
    expect(await soldOf(shop, at.race.runId)).toBe(2);
    await shop.settle();
    await holds(shop);
  });

  test('of a place that costs nothing is none: it passes at once', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, { refundRule: 'nothing', priceRule: 'old', feePrice: 0 });
    const { body } = await at.offer();
    const { body: taken } = await at.take(body, 0);
    expect((await orderIn(shop, taken.orderId)).status).toBe('complete');
    await shop.settle();
    expect((await shop.mails('lena@example.test')).length).toBe(1);
    expect(peopleOf(await orderIn(shop, at.orderId))).toEqual([]);
    await holds(shop);
  });

  test('of articles and vouchers follows: what was paid goes back less the fee, what it costs is paid anew', async () => {
    const shop = await testShop();
    const articles = [{ uniqueLocalId: 's', articleId: 1, variantId: 1, quantity: 2 }];
    const at = await openTransfers(
      shop,
      { priceRule: 'old' },
      [runner({ firstName: 'Ana', lastName: 'Huber', articles })],
      { totalPrice: 8150 },
    );
    const { body } = await at.offer();
    const link = new URL(body.link ?? '');
    const page = await (await at.taker.fetch(`${link.pathname}/take${link.search}`)).text();
    // New articles can be withdrawn from, the place cannot.
    expect(page).toContain(translatorFor('de').t('orders.right.goods_14', { names: 'Finisher-Shirt' }));
    expect(page).toContain(translatorFor('de').t('orders.check.withdrawal'));
    const { body: taken } = await at.take(body, 8000);
    await at.pay(taken.orderId);
    const right = await shop.deps.read.all(
      `select a.withdrawal_right "right" from participant_articles a join participants p on p.id = a.participant_id
        where p.order_id = ${taken.orderId}`,
    );
    expect(right).toEqual([{ right: 'goods_14' }]);
    expect((await refundsOf(shop.deps.read, at.orderId)).map(({ amount }) => amount)).toEqual([7500]);
    expect(await linesOf(shop, taken.orderId)).toEqual([
      ['ticket', 1, 3000],
      ['article', 2, 5000],
    ]);
    await holds(shop);
  });
});

describe('under pressure', () => {
  test('one of ten has the place, and nobody of those who come by the door gets it in between', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, {}, [runner({ firstName: 'Ana', lastName: 'Huber' }), runner(), runner()], {
      totalPrice: 9150,
    });
    const walkIn = async () => {
      const person = runner();
      const answer = await at.taker.json<{ code: string }>('POST', `/api/events/${at.race.eventId}/book`, {
        teams: [{ competitionId: at.race.runId, participants: [person] }],
        ...{ totalPrice: 3150, termsAccepted: true, eventConditionsAccepted: true },
      });
      return answer.status;
    };
    const { body } = await at.offer();
    const tries = Array.from({ length: 10 }, (_, n) => at.take(body, 3000, newcomer({ lastName: `Nummer ${n}` })));
    const doors = Array.from({ length: 10 }, walkIn);
    const taken = await Promise.all(tries);
    expect((await Promise.all(doors)).filter((status) => status === 201)).toEqual([]);
    const won = taken.filter(({ status }) => status === 201);
    expect([won.length, taken.filter(({ body: said }) => said.code === 'TRANSFER_OVER').length]).toEqual([1, 9]);
    const paying = at.pay(won[0]?.body.orderId ?? 0);
    const during = Array.from({ length: 10 }, walkIn);
    await paying;
    expect((await Promise.all(during)).filter((status) => status === 201)).toEqual([]);
    expect(await soldOf(shop, at.race.runId)).toBe(3);
    await holds(shop);
  });

  test('and the race is one: a place that is canceled and booked anew goes to whoever is faster', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop, {}, [runner(), runner(), runner()], { totalPrice: 9150 });
    await at.organizer.json('PATCH', `/api/admin/orders/${at.orderId}/status`, { status: 'canceled' });
    const answer = await at.taker.json('POST', `/api/events/${at.race.eventId}/book`, {
      teams: [{ competitionId: at.race.runId, participants: [runner()] }],
      ...{ totalPrice: 3150, termsAccepted: true, eventConditionsAccepted: true },
    });
    expect(answer.status).toBe(201);
  });
});

describe('what happens between order and money', () => {
  test.each([
    ['the place is one of another competition', 'moved'],
    ['the event is canceled', 'canceled'],
    ['the competition is over, and the event is not', 'over'],
  ])('%s: the place stays, and the money goes back', async (_, what) => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const { body: offered } = await at.offer();
    const { body } = await at.take(offered, 3000);
    const [participantId = 0] = at.participantIds;
    const { race, orderId } = at;
    await shop.deps.write(async (work) => {
      if (what === 'moved') {
        const competitionId = await createCompetition(work, race.eventId, {
          ...{ title: 'Marathon', timestamp: plus(work.now, days(20)), totalTicketCount: 5 },
        });
        await createPrice(work, competitionId, { price: 9000, quantity: 5 });
        await moveBooked(work, { orderId, participantId, competitionId, editorId: 1 });
        await markPaid(work, { orderId: body.orderId, editorId: 1 });
      } else if (what === 'canceled') await updateEvent(work, race.eventId, { canceled: true });
      else await updateCompetition(work, race.runId, { timestamp: plus(work.now, -minutes(1)) });
      if (what !== 'moved') await markPaid(work, { orderId: body.orderId, editorId: 1 });
    });
    await shop.settle();
    const after = await orderIn(shop, body.orderId);
    expect([after.status, peopleOf(after)]).toEqual(['canceled', []]);
    expect(peopleOf(await orderIn(shop, orderId)).map(({ person }) => person.firstName)).toEqual(['Ana']);
    expect((await refundsOf(shop.deps.read, body.orderId)).map(({ amount }) => amount)).toEqual([3000]);
    expect(await refundsOf(shop.deps.read, orderId)).toEqual([]);
  });

  test('moved, the order that waited for the place ends before anybody pays it', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const { body: offered } = await at.offer();
    const { body } = await at.take(offered, 3000);
    const [participantId = 0] = at.participantIds;
    await shop.deps.write(async (work) => {
      const competitionId = await createCompetition(work, at.race.eventId, {
        ...{ title: 'Marathon', timestamp: plus(work.now, days(20)), totalTicketCount: 5 },
      });
      await createPrice(work, competitionId, { price: 3000, quantity: 5 });
      await moveBooked(work, { orderId: at.orderId, participantId, competitionId, editorId: 1 });
    });
    await shop.settle();
    expect((await orderIn(shop, body.orderId)).status).toBe('canceled');
    await holds(shop);
  });

  test('whoever had the place is told what really goes back, where some of it went back before', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    await shop.deps.write((work) =>
      grantRefund(work, { orderId: at.orderId, amount: cents(1000), key: 'kind', editorId: 1 }),
    );
    const { body: offered } = await at.offer();
    const { body } = await at.take(offered, 3000);
    await at.pay(body.orderId);
    const [, moved] = await refundsOf(shop.deps.read, at.orderId);
    expect(moved?.amount).toBe(2150);
    const told = (await shop.mails('holder@example.test')).find(({ subject }) => /weitergegeben/.test(subject));
    expect(told?.text).toMatch(/21,50/);
    expect(told?.text).not.toMatch(/25,00/);
    await holds(shop);
  });

  test('an order that goes to another buyer takes no link of before along', async () => {
    const shop = await testShop();
    const at = await openTransfers(shop);
    const { body: offered } = await at.offer();
    await shop.deps.write((work) =>
      changeBuyer(work, { orderId: at.orderId, newEmail: 'other@example.test', editorId: 1 }),
    );
    await shop.settle();
    expect((await at.take(offered, 3000)).body.code).toBe('TRANSFER_OVER');
  });
});

test('a place that goes on twice, where nothing goes back, costs the second one no more than the first', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop, { refundRule: 'nothing', priceRule: 'atLeastOld' });
  await at.sellAt(3500);
  const { body: offered } = await at.offer();
  const { body: first } = await at.take(offered, 1000);
  await at.pay(first.orderId);
  const again = await at.taker.json<typeof offered>(
    ...([
      'POST',
      `/api/orders/${first.orderId}/participants/${at.participantIds[0]}/transfer`,
      { email: null },
    ] as const),
  );
  const third = await shop.login('third@example.test');
  const person = newcomer({ firstName: 'Mia', lastName: 'Berg', email: 'mia@example.test' });
  const { status, body: second } = await at.take(again.body, 500, person, third);
  expect([status, second.details]).toEqual([201, undefined]);
  await at.pay(second.orderId);
  await holds(shop);
});
