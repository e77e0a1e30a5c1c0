import { describe, expect, test } from 'vitest';
import { mailsToOthers } from '#modules/accounts/index.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { countAtOnce } from '#src/data/limits.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** A discount by email address is for the owner of that mailbox: another buyer's order waits until the owner agrees. */

const ida = 'ida@club.test';

async function club(percentOff = 100) {
  const shop = await testShop();
  const made = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, { event: { organizerId, onlinePaymentHoldMinutes: 60, paymentInAdvancePossible: true } });
  });
  const { eventId } = made;
  const office = await shop.login('office@example.test');
  const discount = { discountKind: 'list', title: 'Mitglieder', percentOff, memberFieldId: null };
  const given = await office.json<{ discount: { id: number } }>('POST', `/api/admin/discounts/${eventId}`, discount);
  const members = { mode: 'add', members: [ida] };
  await office.json('POST', `/api/admin/discounts/${given.body.discount.id}/members`, members);
  const guest = shop.visitor();
  await guest.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'thief@example.test',
    eventId: made.eventId,
  });
  type Answer = { orderId: number; code?: string; details?: { totalPrice?: number } };
  const totalPrice = percentOff === 100 ? 0 : 1650;
  const book = (caller: Caller, sum = totalPrice, email = ida, change: object = {}) =>
    caller.json<Answer>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(made, [runner({ email, ...change })], { totalPrice: sum }),
    );
  const orderOf = async (orderId: number) =>
    (
      await shop.deps.read.all<{ status: string; live: number; id: number }>(
        `select o.status, p.live, p.id from orders o join participants p on p.order_id = o.id where o.id = ${orderId}`,
      )
    )[0];
  const linkTo = async () => {
    await shop.settle();
    const [mail] = await shop.mails(ida);
    return /http:\/\/shop\.test(\/orders\/\S+confirm-member\S+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail('no link');
  };
  const press = async (link: string) => shop.visitor().form(link, {});
  const sold = async () =>
    Number(
      (await shop.deps.read.all<{ sold: number }>(`select sold from competitions where id = ${made.runId}`))[0]?.sold,
    );
  const holds = async () =>
    expect((await breaches(shop.deps.read)).filter((said) => !/record of an event|last entry/.test(said))).toEqual([]);
  return { shop, made, office, guest, book, orderOf, linkTo, press, sold, holds, eventId };
}

const buyerOf = async ({ deps }: Awaited<ReturnType<typeof testShop>>) =>
  (await deps.read.all<{ id: number }>("select id from users where email = 'thief@example.test'"))[0]?.id;

describe('a listed address that its buyer has not proven', () => {
  test('keeps a free order waiting: no ticket, no admission, no other address, no way round by the office', async () => {
    const at = await club();
    const { shop, guest, office } = at;
    const { status, body } = await at.book(guest);
    expect(status).toBe(201);
    const { orderId } = body;
    const { id } = (await at.orderOf(orderId)) ?? expect.fail();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending', live: 1 });
    expect(await at.sold()).toBe(1);
    await at.linkTo();
    const [mail] = await shop.mails(ida);
    expect(mail?.subject).toContain('Ist dieser Mitgliedspreis für dich?');
    // Nothing that the buyer typed reaches a stranger by mail.
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Zoë|Wałęsa|thief/);
    expect((await guest.json('GET', `/api/orders/${orderId}/participant-confirmation/${id}`)).status).toBeGreaterThan(
      399,
    );
    const change = `/api/orders/${orderId}/participants/${id}/change-email`;
    expect((await guest.json<{ code: string }>('POST', change, { newEmail: 'thief@example.test' })).body.code).toBe(
      'ORDER_AWAITS_MEMBER',
    );
    const complete = await office.json<{ code: string }>('PATCH', `/api/admin/orders/${orderId}/status`, {
      status: 'complete',
    });
    expect(complete.body.code).toBe('ORDER_AWAITS_MEMBER');
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending' });
    await at.holds();
  });

  test('is named on the page that orders, unless the buyer has proven it', async () => {
    const { shop, guest, eventId, made } = await club();
    const owner = await shop.login(ida);
    const path = (step: string) => `/events/${eventId}/${step}`;
    const person = 'teams[0].participants[0]';
    for (const [buyer, isNamed] of [
      [guest, true],
      [owner, false],
    ] as const) {
      await buyer.form(path('competitions'), {
        ...{ seen: 'p1', 'teams[0].localId': 't1', 'teams[0].competitionId': String(made.runId) },
        ...{ [`${person}.localId`]: 'p1', [`${person}.firstName`]: 'Ida', [`${person}.lastName`]: 'Club' },
        ...{ [`${person}.birthDate`]: '1.5.1998', [`${person}.gender`]: 'female', [`${person}.email`]: ida },
        ...{ shown: 'p1', protections: 'cancellation-protection:', intent: 'next' },
      });
      const html = await (await buyer.fetch(path('check-order'))).text();
      expect(html).toContain('id="order-lines"');
      expect(html.includes('Ida Club: Den Mitgliedspreis gibt es, sobald')).toBe(isNamed);
    }
  });

  test('is asked by the system also where a super admin orders for somebody, whose order names both', async () => {
    const at = await club();
    const { shop } = at;
    const idOf = async (caller: Caller) =>
      (await caller.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
    const buyerId = await idOf(await shop.login('buyer@example.test'));
    const admin = await shop.login('super@example.test', { superAdmin: true });
    const adminId = await idOf(admin);
    await admin.json('POST', `/api/admin/users/${buyerId}/impersonate`, { reason: 'Anruf' });
    const { orderId } = (await at.book(admin)).body;
    expect(
      await shop.deps.read.all(
        `select comment, editor_id editor, impersonator_id actor from order_audits where order_id = ${orderId} order by id`,
      ),
    ).toEqual([
      { comment: '', editor: buyerId, actor: adminId },
      { comment: 'member.asked', editor: null, actor: null },
    ]);
    await at.holds();
  });

  test('is not asked above the mails that other people’s orders may send it a day, and nothing is ordered then', async () => {
    const at = await club();
    const { shop, guest } = at;
    const mail = { limit: mailsToOthers.toUnproven, key: ida };
    await shop.deps.write((work) => countAtOnce(work, [{ ...mail, times: mailsToOthers.toUnproven.most }], 1));
    const refused = await at.book(guest);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { reason: 'memberMails' } });
    expect(await at.sold()).toBe(0);
    shop.clock.advance(hours(24));
    expect((await at.book(guest)).status).toBe(201);
    // The question counts among the ticket mails to that address.
    await expect(
      shop.deps.write((work) => countAtOnce(work, [{ ...mail, times: mailsToOthers.toUnproven.most }], 1)),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await at.holds();
  });

  test('is not asked together with more others than one account may write to an hour', async () => {
    const at = await club();
    const { shop, guest } = at;
    const { limit, key } = { limit: mailsToOthers.anHour, key: String((await buyerOf(shop)) ?? expect.fail()) };
    await shop.deps.write((work) => countAtOnce(work, [{ limit, key, times: limit.most }], 1));
    const refused = await at.book(guest);
    expect([refused.status, refused.body]).toMatchObject([
      429,
      { code: 'TOO_MANY_REQUESTS', details: { reason: 'memberQuestions' } },
    ]);
    expect(await at.sold()).toBe(0);
    shop.clock.advance(hours(1));
    expect((await at.book(guest)).status).toBe(201);
    await at.holds();
  });

  test('completes a free order once its owner presses the link, however often, and the audit says so', async () => {
    const at = await club();
    const { orderId } = (await at.book(at.guest)).body;
    const link = await at.linkTo();
    expect((await at.shop.visitor().fetch(`${link}x`)).status).toBe(404);
    const page = await (await at.shop.visitor().fetch(link)).text();
    expect(page).toContain('Ist dieser Mitgliedspreis für dich?');
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending' });
    const answers = await Promise.all([at.press(link), at.press(link)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'complete' });
    expect(await (await at.shop.visitor().fetch(link)).text()).toContain('Danke, bestätigt');
    const audits = await at.shop.deps.read.all<{ type: string; comment: string }>(
      `select type, comment from order_audits where order_id = ${orderId} order by id`,
    );
    expect(audits.map(({ type, comment }) => `${type} ${comment}`.trim())).toEqual([
      'OrderCreated',
      'Other member.asked',
      'Other member.confirmed',
      'OrderPaid',
    ]);
    await at.shop.settle();
    await at.holds();
  });

  test('is asked once: after a day the order ends, the buyer hears why, and the next stranger pays the full price', async () => {
    const at = await club();
    const { shop, guest } = at;
    const { orderId } = (await at.book(guest)).body;
    const link = await at.linkTo();
    shop.clock.advance(hours(24) - minutes(1));
    await shop.settle();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending' });
    shop.clock.advance(minutes(2));
    await shop.settle();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'canceled', live: 0 });
    expect(await at.sold()).toBe(0);
    // Too late is too late.
    await at.press(link);
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'canceled' });
    const again = await at.book(guest);
    expect(again.body).toMatchObject({ code: 'NOT_MATCHING_ORDER_TOTAL', details: { totalPrice: 3150 } });
    const back = await at.office.json<{ code: string }>('PATCH', `/api/admin/orders/${orderId}/status`, {
      status: 'pending',
    });
    expect(back.body.code).toBe('CANT_CHANGE_ORDER_STATUS');
    expect(await shop.mails(ida)).toHaveLength(1);
    // It is still the owner's.
    const own = await at.book(await shop.login(ida));
    expect(own.status).toBe(201);
    expect(await at.orderOf(own.body.orderId)).toMatchObject({ status: 'complete' });
    await at.holds();
  });

  describe('is used by its owner while a stranger’s order waits', () => {
    test('the owner gets the discount, the stranger’s order ends and its buyer is told', async () => {
      const at = await club();
      const { shop, guest } = at;
      const waiting = (await at.book(guest)).body.orderId;
      const link = await at.linkTo();
      const owner = await shop.login(ida);
      // Another stranger finds it taken and ends nothing.
      const other = await shop.login('other@example.test');
      const refused = await at.book(other, 0, ida, { firstName: 'Olga' });
      expect(refused.body).toMatchObject({ code: 'NOT_MATCHING_ORDER_TOTAL', details: { totalPrice: 3150 } });
      const own = await at.book(owner, 0, ida, { firstName: 'Ida' });
      expect(own.status).toBe(201);
      expect(await at.orderOf(own.body.orderId)).toMatchObject({ status: 'complete' });
      await at.holds();
      const over = await shop.visitor().fetch(link);
      expect(over.status).toBe(410);
      expect(await over.text()).toContain('ist schon genutzt');
      await at.press(link);
      await shop.settle();
      expect(await at.orderOf(waiting)).toMatchObject({ status: 'canceled', live: 0 });
      expect(await at.sold()).toBe(1);
      const [mail] = await shop.mails('thief@example.test');
      expect(mail?.text).toContain('wurde nicht bestätigt');
      const audits = await shop.deps.read.all<{ comment: string }>(
        `select comment from order_audits where order_id = ${waiting} order by id`,
      );
      expect(audits.map(({ comment }) => comment)).toEqual(['', 'member.asked', 'member.usedByOwner', 'expired']);
      await at.holds();
    });

    test('of booking and pressing the link at the same time, one wins', async () => {
      const at = await club();
      const waiting = (await at.book(at.guest)).body.orderId;
      const link = await at.linkTo();
      const owner = await at.shop.login(ida);
      const [own] = await Promise.all([at.book(owner, 0, ida, { firstName: 'Ida' }), at.press(link)]);
      await at.shop.settle();
      const isOwners = own?.status === 201;
      expect(isOwners ? null : own?.body.code).toBe(isOwners ? null : 'NOT_MATCHING_ORDER_TOTAL');
      expect(await at.orderOf(waiting)).toMatchObject({ status: isOwners ? 'canceled' : 'complete' });
      await at.holds();
    });

    test('after the owner agreed, it is used', async () => {
      const at = await club();
      await at.book(at.guest);
      await at.press(await at.linkTo());
      const own = await at.book(await at.shop.login(ida), 0, ida, { firstName: 'Ida' });
      expect(own.body).toMatchObject({ code: 'NOT_MATCHING_ORDER_TOTAL', details: { totalPrice: 3150 } });
      await at.holds();
    });

    test('another listed person’s yes does not let it go on', async () => {
      const at = await club();
      const { shop } = at;
      const [list] = await shop.deps.read.all<{ id: number }>(`select id from discounts`);
      const members = { mode: 'add', members: [ida, 'una@club.test'] };
      await at.office.json('POST', `/api/admin/discounts/${list?.id}/members`, members);
      const people = [runner({ email: ida }), runner({ email: 'una@club.test', firstName: 'Una', localId: 'p2' })];
      const booked = await at.guest.json<{ orderId: number }>(
        'POST',
        `/api/events/${at.eventId}/book`,
        bookingOf(at.made, people, { totalPrice: 0 }),
      );
      expect(booked.status).toBe(201);
      await shop.settle();
      await at.book(await shop.login(ida), 0, ida, { firstName: 'Ida' });
      const [mail] = await shop.mails('una@club.test');
      await at.press(
        /http:\/\/shop\.test(\/orders\/\S+confirm-member\S+)/.exec(mail?.text ?? '')?.[1] ?? expect.fail(),
      );
      expect(await at.orderOf(booked.body.orderId)).toMatchObject({ status: 'pending' });
      await shop.settle();
      expect(await at.orderOf(booked.body.orderId)).toMatchObject({ status: 'canceled' });
      await at.holds();
    });
  });

  test('is told what is left of its price once the question is over', async () => {
    const at = await club();
    const { shop, office, eventId } = at;
    const { orderId } = (await at.book(at.guest)).body;
    const link = await at.linkTo();
    const shown = async () => {
      const answer = await shop.visitor().fetch(link);
      return [answer.status, (await answer.text()).replace(/<[^>]*>/g, ' ')] as const;
    };
    shop.clock.advance(hours(25));
    expect(await shown()).toEqual([410, expect.stringContaining('Dein Mitgliedspreis ist noch da')]);
    await shop.settle();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'canceled' });
    expect(await shown()).toEqual([410, expect.stringContaining('Dein Mitgliedspreis ist noch da')]);
    const [list] = await shop.deps.read.all<{ id: number }>(`select id from discounts`);
    const path = `/api/admin/discounts/${list?.id}/members`;
    await office.json('POST', path, { mode: 'replace', members: ['una@club.test'] });
    expect(await shown()).toEqual([410, expect.stringContaining('steht nicht mehr auf der Liste')]);
    await office.json('POST', path, { mode: 'add', members: [ida] });
    expect(await shown()).toEqual([410, expect.stringContaining('Dein Mitgliedspreis ist noch da')]);
    expect((await office.json('PATCH', `/api/admin/events/${eventId}`, { canceled: true })).status).toBe(200);
    expect(await shown()).toEqual([410, expect.stringContaining('nimmt keine Anmeldungen an')]);
  });

  test('is not told that an order goes on which was canceled after its yes', async () => {
    const at = await club(50);
    const { shop, office } = at;
    const { orderId } = (await at.book(at.guest)).body;
    const link = await at.linkTo();
    await at.press(link);
    const canceled = await office.json('PATCH', `/api/admin/orders/${orderId}/cancel`, {});
    expect(canceled.status).toBe(200);
    const answer = await shop.visitor().fetch(link);
    expect([answer.status, await answer.text()]).toEqual([
      410,
      expect.stringContaining('Dein Mitgliedspreis ist noch da'),
    ]);
  });

  test('lets nobody pay the reduced price before, by any way, and everybody after', async () => {
    const at = await club(50);
    const { shop, guest } = at;
    const { orderId } = (await at.book(guest)).body;
    const pay = (paymentMethod: string) =>
      guest.json<{ code: string }>('POST', `/api/orders/${orderId}/init`, { paymentMethod });
    for (const method of ['bank', 'visa']) expect((await pay(method)).body.code).toBe('ORDER_AWAITS_MEMBER');
    const page = await guest.fetch(`/events/${at.eventId}/payment?order=${orderId}`);
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/payment-success/${orderId}`),
    ]);
    expect(await (await guest.fetch(`/payment-success/${orderId}`)).text()).toContain('Wartet auf die Bestätigung');
    await at.press(await at.linkTo());
    await shop.settle();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending' });
    expect((await shop.mails('thief@example.test'))[0]?.subject).toContain('Mitgliedspreis bestätigt');
    expect((await pay('bank')).status).toBe(200);
    await at.holds();
  });

  test('needs no question where the buyer proves that mailbox, before or after ordering', async () => {
    const at = await club();
    const guest = at.shop.visitor();
    await guest.json('POST', '/api/auth/code/unauthenticated-login', { email: ida, eventId: at.eventId });
    const { orderId } = (await at.book(guest)).body;
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'pending' });
    await at.shop.login(ida);
    await at.shop.settle();
    expect(await at.orderOf(orderId)).toMatchObject({ status: 'complete' });
    await at.holds();
  });
});
