import { describe, expect, test } from 'vitest';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import { copyEvent } from '#modules/events/event/copy-event.ts';
import { catalogOf, createCompetition, createPrice, updateEvent } from '#modules/events/index.ts';
import { availableTickets } from '#modules/events/rules/sale.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { present } from '#src/kernel/assert.ts';
import { breaches } from '#tests/season/invariants.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** A run and a relay with a hundred places each, of which an organizer lets them share so many. */
async function shared(quotaTotal: number, event: Record<string, unknown> = {}) {
  const shop = await testShop();
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, { event: { organizerId, onlinePaymentHoldMinutes: 43_200, ...event } });
  });
  const { eventId, runId, relayId } = race;
  const office = await shop.login('office@example.test');
  const path = `/api/admin/shared-quotas/${eventId}`;
  const body = { title: 'Alle', quotaTotal, competitionIds: [runId, relayId] };
  const made = await office.json<{ sharedQuota: { id: number } }>('POST', path, body);
  expect(made.status).toBe(200);
  const one = `/api/admin/shared-quotas/${made.body.sharedQuota.id}`;
  const buyer = await shop.login('buyer@example.test');
  type Answer = { orderId: number; code?: string; details?: Record<string, unknown> };
  const book = (teams: { competitionId: number; participants: unknown[] }[], totalPrice: number, who: Caller = buyer) =>
    who.json<Answer>('POST', `/api/events/${eventId}/book`, bookingOf(race, [], { teams, totalPrice }));
  const run = (count = 1, who: Caller = buyer) =>
    book(
      Array.from({ length: count }, () => ({ competitionId: runId, participants: [runner()] })),
      count * 3000 + 150,
      who,
    );
  const relay = (size = 2, who: Caller = buyer) =>
    book(
      [{ competitionId: relayId, participants: Array.from({ length: size }, () => runner()) }],
      size * 2000 + 150,
      who,
    );
  const left = async () => {
    const catalog = present(await catalogOf(shop.deps.read, eventId), 'the event');
    return catalog.competitions.map((competition) => availableTickets(competition, shop.clock()));
  };
  const sold = async () =>
    (
      await shop.deps.read.all<{ sold: number }>(
        `select sold from competitions where event_id = ${eventId} order by id`,
      )
    ).map((row) => Number(row.sold));
  return { ...shop, shop, race, office, path, one, body, buyer, run, relay, book, left, sold };
}

describe('competitions that share a quota', () => {
  test('are sold out together, and free together', async () => {
    const at = await shared(4);
    const first = await at.run(2);
    expect(await at.left()).toEqual([2, 2]);
    expect((await at.relay(3)).body).toMatchObject({
      code: 'NOT_ENOUGH_TICKETS',
      details: { competitionId: at.race.relayId, left: 2, wanted: 3 },
    });
    expect((await at.relay(2)).status).toBe(201);
    expect(await at.left()).toEqual([0, 0]);
    expect((await at.run()).body).toMatchObject({ code: 'NOT_ENOUGH_TICKETS', details: { left: 0 } });
    const page = await (await at.shop.visitor().fetch(`/events/${at.race.eventId}`)).text();
    expect(page).toContain('Ausverkauft');
    const rows = await at.shop
      .visitor()
      .json<{ rows: { availableTicketCount: number }[] }>('GET', `/api/events/${at.race.eventId}/competitions`);
    expect(rows.body.rows.map(({ availableTicketCount }) => availableTicketCount)).toEqual([0, 0]);
    await at.buyer.json('PATCH', `/api/orders/${first.body.orderId}/cancel`);
    expect(await at.left()).toEqual([2, 2]);
  });

  test('have room for an order over both of them, or for none of it', async () => {
    const at = await shared(3);
    const both = (size: number) =>
      at.book(
        [
          { competitionId: at.race.runId, participants: [runner()] },
          { competitionId: at.race.relayId, participants: Array.from({ length: size }, () => runner()) },
        ],
        3000 + size * 2000 + 150,
      );
    expect((await both(3)).body).toMatchObject({ code: 'NOT_ENOUGH_TICKETS', details: { left: 2, wanted: 3 } });
    expect(await at.sold()).toEqual([0, 0]);
    expect((await both(2)).status).toBe(201);
    expect(await at.sold()).toEqual([1, 2]);
  });

  test.each([
    ['as always', {}],
    ['with places held while filling in', { placeHoldMinutes: 15 }],
    ['with a waiting list', { offerHours: 24 }],
  ])('sell exactly what they share to many at once, %s', async (_, event) => {
    const at = await shared(10, event);
    const buyers = await Promise.all(Array.from({ length: 6 }, (__, n) => at.shop.login(`many${n}@example.test`)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (__, n) =>
        n % 3 === 0 ? at.relay(2, buyers[n % 6] as Caller) : at.run(1, buyers[n % 6] as Caller),
      ),
    );
    const counts = await at.sold();
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(10);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    // The control: without the quota the same crowd buys more.
    await at.office.json('DELETE', at.one);
    await Promise.all(Array.from({ length: 5 }, () => at.run()));
    expect((await at.sold()).reduce((sum, n) => sum + n, 0)).toBe(15);
  });

  test('are guarded by the database itself when somebody counts past the statement', async () => {
    const at = await shared(1);
    await at.run();
    const sell = at.shop.deps.write(({ tx }) =>
      tx.run(`update competitions set sold = sold + 1 where id = ${at.race.relayId}`),
    );
    await expect(sell).rejects.toThrow();
    expect(await at.sold()).toEqual([1, 0]);
  });

  test('change places with each other though all are sold, by the organizer and by who takes a place over', async () => {
    const at = await shared(2);
    const { body } = await at.run(2);
    const [first, second] = (
      await at.shop.deps.read.all<{ id: number }>(
        `select id from participants where order_id = ${body.orderId} order by id`,
      )
    ).map(({ id }) => Number(id));
    const club = await at.shop.deps.write((work) =>
      createCompetition(work, at.race.eventId, { title: '5 km', totalTicketCount: 9 }),
    );
    await at.shop.deps.write((work) => createPrice(work, club, { price: 3000, quantity: 9 }));
    const move = (participantId: number | undefined, competitionId: number) =>
      at.office.json<{ code?: string }>('PATCH', `/api/admin/orders/${body.orderId}/change-participant-competition`, {
        participantId,
        competitionId,
      });
    // Beside the quota there is room for nobody more, within it for whoever changes.
    await at.office.json('PATCH', at.one, { competitionIds: [at.race.runId, at.race.relayId, club] });
    const page = await (await at.office.fetch(`/admin/orders/${body.orderId}/participants/${first}/move`)).text();
    expect(page).toContain('5 km');
    expect((await move(first, club)).status).toBe(200);
    expect(await at.sold()).toEqual([1, 0, 1]);
    await at.office.json('PATCH', at.one, { competitionIds: [at.race.relayId, club], quotaTotal: 1 });
    expect((await move(second, club)).body.code).toBe('NOT_ENOUGH_TICKETS');
    expect(await at.sold()).toEqual([1, 0, 1]);
  });

  test('offer what came free of the one to who waits for the other, and to nobody else', async () => {
    const at = await shared(2, { offerHours: 24 });
    const order = await at.run(1);
    await at.run(1);
    await at.shop.settle();
    const waits = await at.shop.login('waits@example.test');
    const joined = await waits.json<{ state: string }>('POST', `/api/events/${at.race.eventId}/waitlist`, {
      ...{ competitionId: at.race.relayId, places: 2 },
    });
    expect(joined.body.state).toBe('waiting');
    await at.buyer.json('PATCH', `/api/orders/${order.body.orderId}/cancel`);
    await at.shop.settle();
    // One of the two that they need: it stays for them, and nobody buys a run with it.
    expect((await at.run()).body.code).toBe('TICKET_COMPETITION_PRICE_SOLD_OUT');
    const more = `/api/admin/events/${at.race.eventId}/waitlist-places`;
    const added = await at.office.json('POST', more, { competitionId: at.race.relayId, count: 1 });
    expect(added.status).toBeLessThan(300);
    await at.shop.settle();
    expect((await at.shop.mails('waits@example.test')).map(({ subject }) => subject).join()).toContain(
      'Deine 2 Plätze',
    );
    expect((await at.run()).status).toBe(409);
    await at.shop.deps.write((work) => updateEvent(work, at.race.eventId, { offerHours: null }));
    await at.shop.settle();
    expect((await at.run()).status).toBe(201);
  });
});

describe('an organizer', () => {
  test('sets it up by a form, reads the history, and sees what is left', async () => {
    const at = await shared(5);
    const pages = `/admin/events/${at.race.eventId}/quotas`;
    await at.run(2);
    const list = await (await at.office.fetch(pages)).text();
    expect(list).toMatch(/2\svon\s5/);
    expect(list).toContain('10 km, Staffel');
    expect(await (await at.office.fetch('/admin/events')).text()).toMatch(/2\svon\s5\b/);
    const form = await at.office.form(`${pages}/new`, {
      title: 'Noch eines',
      quotaTotal: '9',
      competitionIds: String(at.race.runId),
    });
    expect(form.status).toBe(400);
    // Once above the form, and once at the choice.
    const text = await form.text();
    expect(text.match(/Ein Kontingent teilen sich mindestens zwei Bewerbe\./g)).toHaveLength(2);
    expect(text).toContain('href="#field-competitionIds"');
    expect(text).toContain('id="field-competitionIds"');
    const competitions = await (await at.office.fetch(`/admin/events/${at.race.eventId}/competitions`)).text();
    expect(competitions).toMatch(/noch\s3\sPlätze im Kontingent/);
    await at.office.json('PATCH', at.one, { quotaTotal: 6 });
    const history = await (await at.office.fetch(`/admin/events/${at.race.eventId}/history`)).text();
    expect(history).toContain('Kontingent');
    expect(history).toContain('Plätze zusammen');
    const rows = await at.office.json<{ rows: unknown[] }>('GET', `/api/admin/events/${at.race.eventId}/shared-quotas`);
    expect(rows.body.rows).toMatchObject([{ title: 'Alle', quotaTotal: 6, left: 4 }]);
    expect((await at.office.json('DELETE', at.one)).status).toBe(204);
    expect(await at.left()).toEqual([98, 100]);
    expect(
      (await breaches(at.shop.deps.read)).filter((sentence) => !/record of an event|last entry/.test(sentence)),
    ).toEqual([]);
  });

  test('cannot share less than is sold, a competition twice, one of another event, or somebody else’s', async () => {
    const at = await shared(5);
    await at.run(3);
    const wrong = async (method: 'POST' | 'PATCH', path: string, body: object, who: Caller = at.office) => {
      const answer = await who.json<{ code: string; details: { fields?: Record<string, unknown> } }>(
        method,
        path,
        body,
      );
      return [answer.status, Object.keys(answer.body.details?.fields ?? {})];
    };
    expect(await wrong('PATCH', at.one, { quotaTotal: 2 })).toEqual([400, ['quotaTotal']]);
    expect(await wrong('PATCH', at.one, { quotaTotal: 3 })).toEqual([200, []]);
    expect(await wrong('POST', at.path, at.body)).toEqual([400, ['competitionIds']]);
    expect(await wrong('PATCH', at.one, { competitionIds: [at.race.runId] })).toEqual([400, ['competitionIds']]);
    expect(await wrong('PATCH', at.one, { competitionIds: [at.race.runId, 999] })).toEqual([400, ['competitionIds']]);
    expect(await wrong('PATCH', at.one, { quotaTotal: 9 }, at.buyer)).toEqual([403, []]);
    expect(await at.left()).toEqual([0, 0]);
  });

  test('copies an event with what its competitions share', async () => {
    const at = await shared(5);
    const { id: userId } = await at.shop.deps.write((work) =>
      findOrCreateUser(work, 'office@example.test', { language: null }),
    );
    const copyId = await at.shop.deps.write((work) => copyEvent(work, at.race.eventId, {}, { userId }));
    const copy = present(await catalogOf(at.shop.deps.read, copyId), 'the copy');
    expect(copy.quotas).toMatchObject([
      { title: 'Alle', quotaTotal: 5, competitionIds: copy.competitions.map(({ id }) => id) },
    ]);
  });
});
