import { describe, expect, test, vi } from 'vitest';
import { createFormField } from '#modules/events/index.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { Database } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { breaches } from '#tests/season/invariants.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** A run of 30.00 and a fee of 1.50, and an office that keeps a list of who pays half of it. */
async function club(by: 'email' | 'number' = 'email') {
  const shop = await testShop();
  const made = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    const race = await makeRace(work, { event: { organizerId, onlinePaymentHoldMinutes: 60 } });
    const fieldId = await createFormField(work, race.eventId, {
      ...{ name: { de: 'Mitgliedsnummer', en: 'Member number' }, type: 'text' },
    });
    return { ...race, fieldId };
  });
  const { eventId, fieldId } = made;
  const office = await shop.login('office@example.test');
  const buyer = await shop.login('buyer@example.test');
  const discount = { discountKind: 'list', title: 'Mitglieder', percentOff: 50 };
  const given = await office.json<{ discount: { id: number } }>('POST', `/api/admin/discounts/${eventId}`, {
    ...discount,
    memberFieldId: by === 'number' ? fieldId : null,
  });
  const discountId = given.body.discount.id;
  const path = `/api/admin/discounts/${discountId}/members`;
  const list = (members: string[], mode = 'add') =>
    office.json<{ added: number; removed: number; count: number }>('POST', path, { mode, members });
  const read = async () =>
    (await office.json<{ rows: { member: string; participantId: number | null }[] }>('GET', path)).body.rows;
  const who = (email: string | null, change: Record<string, unknown> = {}) => runner({ email, ...change });
  const number = (value: string) => ({ formFieldsSelected: [{ fieldId, value }] });
  type Answer = { orderId: number; totalPrice: number; code?: string; details?: Record<string, unknown> };
  const body = (people: unknown[], totalPrice: number) =>
    bookingOf(made, [], {
      ...{ teams: people.map((each) => ({ competitionId: made.runId, participants: [each] })), totalPrice },
    });
  const book = (totalPrice: number, people: unknown[], caller: Caller = buyer) =>
    caller.json<Answer>('POST', `/api/events/${eventId}/book`, body(people, totalPrice));
  const quote = async (people: unknown[], caller: Caller = shop.visitor()) =>
    caller.json<Answer>('POST', `/api/events/${eventId}/quote`, body(people, 0));
  const wrong = async () =>
    (await breaches(shop.deps.read)).filter((sentence) => !/record of an event|last entry/.test(sentence));
  return { ...{ shop, made, office, buyer, discountId, path, list, read, who, number, body, book, quote, wrong } };
}
const ida = 'ida@club.test';

describe('whoever is on a list', () => {
  test('pays less, once, however the address is typed; nobody else does', async () => {
    const at = await club();
    expect((await at.list([ida, '', ' BO@club.test '])).body).toEqual({ added: 2, removed: 0, count: 2 });
    expect((await at.quote([at.who('Ida@Club.TEST')])).body.totalPrice).toBe(1650);
    expect((await at.quote([at.who('cem@club.test')])).body.totalPrice).toBe(3150);
    expect((await at.quote([at.who(null)])).body.totalPrice).toBe(3150);
    expect((await at.quote([at.who(ida), at.who(ida)])).body.totalPrice).toBe(4650);
    expect((await at.book(3150, [at.who(ida)])).body).toMatchObject({
      code: 'NOT_MATCHING_ORDER_TOTAL',
      details: { totalPrice: 1650 },
    });
    const { status, body } = await at.book(1650, [at.who('IDA@club.test')]);
    expect(status).toBe(201);
    const items = await at.shop.deps.read.all(
      `select name, price_total_cents total from order_items where order_id = ${body.orderId} and kind = 'voucher'`,
    );
    expect(items).toMatchObject([{ name: 'Mitglieder', total: -1500 }]);
    expect(await at.read()).toMatchObject([
      { member: 'bo@club.test', participantId: null },
      { member: ida, participantId: expect.any(Number) },
    ]);
    expect((await at.quote([at.who(ida)])).body.totalPrice).toBe(3150);
    expect((await at.book(1650, [at.who(ida)])).body).toMatchObject({ code: 'NOT_MATCHING_ORDER_TOTAL' });
    expect(await at.wrong()).toEqual([]);
  });

  test('is known by the answer to a field, of whatever address', async () => {
    const at = await club('number');
    await at.list(['AM 0017', 'am0018']);
    expect((await at.quote([at.who(null, at.number(' am0017 '))])).body.totalPrice).toBe(1650);
    expect((await at.quote([at.who('am0018@club.test', at.number('17'))])).body.totalPrice).toBe(3150);
    expect((await at.book(1650, [at.who(null, at.number('AM0017'))])).status).toBe(201);
    expect((await at.quote([at.who(null, at.number('AM0017'))])).body.totalPrice).toBe(3150);
    expect(await at.wrong()).toEqual([]);
  });

  test('has it again when the order is canceled or runs out, and the order does not come back beside another', async () => {
    const at = await club();
    await at.list([ida]);
    const owner = await at.shop.login(ida);
    const first = (await at.book(1650, [at.who(ida)], owner)).body.orderId;
    await owner.json('PATCH', `/api/orders/${first}/cancel`);
    const second = (await at.book(1650, [at.who(ida)], owner)).body.orderId;
    expect(second).toBeGreaterThan(first);
    const activate = (orderId: number) =>
      at.office.json<{ code?: string; details?: object }>('PATCH', `/api/admin/orders/${orderId}/status`, {
        status: 'pending',
      });
    expect(await activate(first)).toMatchObject({
      status: 409,
      body: { code: 'NOT_MATCHING_ORDER_TOTAL', details: { reason: 'memberUsed' } },
    });
    expect(await at.wrong()).toEqual([]);
    at.shop.clock.advance(2 * 60 * 60_000);
    await vi.waitFor(async () => {
      await at.shop.settle();
      expect((await at.read()).map(({ participantId }) => participantId)).toEqual([null]);
    });
    expect((await activate(first)).status).toBe(200);
    expect((await at.quote([at.who(ida)])).body.totalPrice).toBe(3150);
    expect(await at.wrong()).toEqual([]);
  });

  test('keeps what was agreed, whatever becomes of the list, the discount and the name', async () => {
    const at = await club();
    await at.list([ida, 'bo@club.test']);
    const { orderId } = (await at.book(1650, [at.who(ida)])).body;
    expect((await at.list(['cem@club.test'], 'replace')).body).toEqual({ added: 1, removed: 2, count: 1 });
    expect((await at.list([ida])).body).toEqual({ added: 1, removed: 0, count: 2 });
    expect((await at.quote([at.who(ida)])).body.totalPrice).toBe(3150);
    expect((await at.list([ida], 'remove')).body).toEqual({ added: 0, removed: 1, count: 1 });
    expect((await at.office.json('DELETE', `/api/admin/discounts/${at.discountId}`)).status).toBe(204);
    const order = await at.buyer.json<{ order: { totalPrice: number } }>('GET', `/api/orders/${orderId}`);
    expect(JSON.stringify(order.body)).toContain('1650');
    expect(await at.wrong()).toEqual([]);
  });

  test('keeps it with another address and in another competition', async () => {
    const at = await club();
    await at.list([ida]);
    const { orderId } = (await at.book(1650, [at.who(ida)], await at.shop.login(ida))).body;
    const [{ participantId } = { participantId: null }] = await at.read();
    const made = await at.office.json<{ competition: { id: number } }>(
      'POST',
      `/api/admin/competitions/${at.made.eventId}`,
      { title: 'Kids', totalTicketCount: 50, timestamp: '2030-06-01T08:00:00Z' },
    );
    const competitionId = made.body.competition.id;
    await at.office.json('POST', `/api/admin/competition-prices/${competitionId}`, { price: 2000, quantity: 50 });
    const move = `/api/admin/orders/${orderId}/change-participant-competition`;
    expect((await at.office.json('PATCH', move, { participantId, competitionId })).status).toBe(200);
    const change = `/api/admin/participants/${participantId}/orders/${orderId}/change-email`;
    expect((await at.office.json('POST', change, { newEmail: 'else@club.test' })).status).toBe(200);
    const charged = await at.shop.deps.read.all<{ email: string; charged_cents: number }>(
      `select email, charged_cents from participants where id = ${participantId}`,
    );
    expect(charged).toEqual([{ email: 'else@club.test', charged_cents: 500 }]);
    expect(await at.read()).toMatchObject([{ member: ida, participantId }]);
    expect((await at.quote([at.who(ida)])).body.totalPrice).toBe(3150);
    expect(await at.wrong()).toEqual([]);
  });

  test('is asked for at the steps of the booking too, without a script', async () => {
    const at = await club();
    await at.list([ida]);
    const path = `/events/${at.made.eventId}/competitions`;
    await at.buyer.fetch(path);
    const typed = {
      ...{ 'teams[0].competitionId': String(at.made.runId), 'teams[0].participants[0].localId': 'p1' },
      ...{ 'teams[0].participants[0].firstName': 'Ida', 'teams[0].participants[0].lastName': 'Berg' },
      ...{ 'teams[0].participants[0].birthDate': '01.05.1994', 'teams[0].participants[0].gender': 'female' },
      'teams[0].participants[0].email': 'Ida@club.test',
    };
    await at.buyer.form(path, { ...typed, intent: 'next' });
    const shown = async () => (await at.buyer.fetch(`/events/${at.made.eventId}/check-order`)).text();
    expect(await shown()).toContain('16,50');
    expect((await at.book(1650, [at.who(ida)], await at.shop.login('other@example.test'))).status).toBe(201);
    expect(await shown()).toContain('31,50');
  });

  test('of forty orders at once with the same number one has it', { timeout: 300_000 }, async () => {
    const at = await club('number');
    await at.list(['am17']);
    const buyers = await Promise.all(Array.from({ length: 40 }, (_, n) => at.shop.login(`buyer${n}@example.test`)));
    const answers = await Promise.all(buyers.map((each) => at.book(1650, [at.who(null, at.number('AM17'))], each)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'NOT_MATCHING_ORDER_TOTAL')).toHaveLength(39);
    expect(answers.find(({ status }) => status === 409)?.body.details).toMatchObject({ totalPrice: 3150 });
    expect(await at.wrong()).toEqual([]);
  });

  /** The negative control: each of the same crowd looks whether it is used, and says so afterwards. */
  test('without the guard more of the same crowd have it', async () => {
    const database = await Database.open('file::memory:?cache=shared');
    await database.transact((tx) => tx.run(ready('create table uses (member text not null)', [])));
    const take = async () => {
      const used = await database.read.all(ready('select 1 from uses', []));
      if (used.length > 0) return false;
      await database.transact((tx) => tx.run(ready("insert into uses values ('am17')", [])));
      return true;
    };
    const taken = await Promise.all(Array.from({ length: 40 }, take));
    await database.close();
    expect(taken.filter(Boolean).length).toBeGreaterThan(1);
  });
});

describe('strangers', () => {
  test('may look for six hundred addresses of a visit, and for no more within the hour', async () => {
    const at = await club();
    await at.list([ida]);
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => at.who(`guess${from + n}@club.test`));
    const tell = (status: number, code?: string) => ({ status, body: code ? { code } : {} });
    for (let from = 0; from < 600; from += 100)
      expect(await at.quote(people(from, 100), at.buyer)).not.toMatchObject({ body: { code: 'TOO_MANY_REQUESTS' } });
    // The same once more are not news.
    expect(await at.quote(people(0, 50), at.buyer)).toMatchObject(tell(200));
    const refused = await at.quote([at.who(ida)], at.buyer);
    expect(refused).toMatchObject(tell(429, 'TOO_MANY_REQUESTS'));
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    at.shop.clock.advance(61 * 60_000);
    expect(await at.quote([at.who(ida)], at.buyer)).toMatchObject(tell(200));
  });

  test('read nothing of a list, and an event without one is asked nothing', async () => {
    const at = await club();
    await at.list([ida]);
    for (const path of [`/events/${at.made.eventId}`, `/api/events/${at.made.eventId}`])
      expect(await (await at.shop.visitor().fetch(path)).text()).not.toContain(ida);
    expect((await at.buyer.json('GET', at.path)).status).toBe(403);
    await at.office.json('DELETE', `/api/admin/discounts/${at.discountId}`);
    const spy = vi.spyOn(at.shop.deps.read, 'all');
    await at.quote([at.who(ida)]);
    const asked = JSON.stringify(spy.mock.calls);
    spy.mockRestore();
    expect(asked).not.toContain('discount_members');
  });
});
