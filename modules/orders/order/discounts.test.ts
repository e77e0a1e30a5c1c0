import { describe, expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { days, fromIso, plus, toIso } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** A run of 30.00 and a fee of 1.50, and an office that gives discounts. */
async function race() {
  const shop = await testShop();
  const made = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    return makeRace(work, { event: { organizerId, asksClub: true } });
  });
  const { eventId } = made;
  const office = await shop.login('office@example.test');
  const buyer = await shop.login('buyer@example.test');
  const path = `/api/admin/discounts/${eventId}`;
  const give = (body: object) => office.json<{ discount: { id: number } }>('POST', path, body);
  const child = (name: string, year = 2015) => runner({ firstName: name, birthDate: `${year}-03-01` });
  const ofAll = (...people: unknown[]) => people.map((each) => ({ competitionId: made.runId, participants: [each] }));
  const book = (totalPrice: number, ...people: unknown[]) =>
    buyer.json<{ orderId: number; code?: string; details?: Record<string, unknown> }>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(made, [], { teams: ofAll(...people), totalPrice }),
    );
  const itemsOf = async (orderId: number) =>
    (
      await shop.deps.read.all<{ kind: string; name: string; code: string | null; total: number }>(
        `select kind, name, code, price_total_cents total from order_items where order_id = ${orderId} order by position`,
      )
    ).map(({ kind, name, code, total }) => [kind, name, code, Number(total)]);
  /** Another competition, of 20.00. */
  const cheaper = async () => {
    const { body } = await office.json<{ competition: { id: number } }>('POST', `/api/admin/competitions/${eventId}`, {
      ...{ title: 'Kids', totalTicketCount: 50, timestamp: '2030-06-01T08:00:00Z' },
    });
    const price = { price: 2000, quantity: 50 };
    await office.json('POST', `/api/admin/competition-prices/${body.competition.id}`, price);
    return body.competition.id;
  };
  // The race was made without a history.
  const wrong = async () =>
    (await breaches(shop.deps.read)).filter((sentence) => !/record of an event|last entry/.test(sentence));
  return { cheaper, wrong, shop, made, office, buyer, path, give, child, book, itemsOf, ofAll };
}
const family = { discountKind: 'family', title: 'Familienrabatt', percentOff: 50 };

describe('a discount without a code', () => {
  test('is in the quote and the order, and nobody books at the price without it', async () => {
    const at = await race();
    expect((await at.give(family)).status).toBe(200);
    const kids = ['Ada', 'Bo', 'Cem'].map((name) => at.child(name));
    expect((await at.book(9150, ...kids)).body).toMatchObject({
      code: 'NOT_MATCHING_ORDER_TOTAL',
      details: { totalPrice: 7650 },
    });
    const booked = await at.book(7650, ...kids);
    expect(booked.status).toBe(201);
    expect(await at.itemsOf(booked.body.orderId)).toEqual([
      ['ticket', '10 km', null, 9000],
      ['voucher', 'Familienrabatt', null, -1500],
      ['of', 'Bearbeitungsgebühr', null, 150],
    ]);
    expect(await at.wrong()).toEqual([]);
    const page = await (await at.buyer.fetch(`/orders/${booked.body.orderId}`)).text();
    expect(page).toContain('Familienrabatt');
    expect(page).toContain('−15,00');
  });

  test.each([
    [0, false],
    [1, true],
    [99, true],
    [100, false],
  ])('for children of at most %i years is taken by call and page alike: %s', async (childAge, isTaken) => {
    const at = await race();
    expect((await at.give({ ...family, childAge })).status).toBe(isTaken ? 200 : 400);
    const path = `/admin/events/${at.made.eventId}/discounts/new`;
    const shown = await (await at.office.fetch(path)).text();
    expect(shown).toContain('name="childAge"');
    const typed = {
      discountKind: 'family',
      title: 'Kinder',
      fromCount: '3',
      childAge: `${childAge}`,
      percentOff: '10',
    };
    const posted = await at.office.form(path, typed);
    expect(posted.status).toBe(isTaken ? 303 : 400);
  });

  test('is told by the calls of the event as long as it is given, and an event without any says nothing of it', async () => {
    const at = await race();
    const { eventId } = at.made;
    const told = async () => {
      const path = `/api/events/${eventId}`;
      const { body } = await at.shop.visitor().json<{ event: { discounts?: object[] } }>('GET', path);
      type Rows = { rows: { id: number; discounts?: object[] }[] };
      const { rows } = (await at.shop.visitor().json<Rows>('GET', '/api/events')).body;
      expect(rows.find(({ id }) => id === eventId)?.discounts).toEqual(body.event.discounts);
      return body.event.discounts;
    };
    expect(await told()).toBeUndefined();
    const { discount } = (await at.give(family)).body;
    const availableTo = toIso(plus(at.shop.clock(), days(1)));
    const early = await at.give({ discountKind: 'list', title: 'Mitglieder', amountOff: 500, availableTo });
    expect(await told()).toEqual([
      { ...discount, ...family, amountOff: null, fromCount: 3, childAge: 17, availableTo: null, competitionIds: [] },
      early.body.discount,
    ]);
    at.shop.clock.advance(days(1) + 1);
    expect(await told()).toEqual([expect.objectContaining({ title: 'Familienrabatt' })]);
  });

  test('stays what it was in orders of before, whatever becomes of it', async () => {
    const at = await race();
    const { body } = await at.give({ ...family, fromCount: 1 });
    const booked = await at.book(1650, at.child('Ada'));
    const one = `/api/admin/discounts/${body.discount.id}`;
    expect((await at.office.json('PATCH', one, { percentOff: null, amountOff: 100 })).status).toBe(200);
    expect((await at.book(3050, at.child('Bo'))).status).toBe(201);
    expect((await at.office.json('DELETE', one)).status).toBe(204);
    expect((await at.book(3150, at.child('Cem'))).status).toBe(201);
    expect(await at.itemsOf(booked.body.orderId)).toContainEqual(['voucher', 'Familienrabatt', null, -1500]);
    expect(await at.wrong()).toEqual([]);
  });

  test('goes along with whom it was for when they are moved to a cheaper competition, as far as there is room', async () => {
    const at = await race();
    await at.give({ ...family, fromCount: 1, percentOff: null, amountOff: 2500 });
    const booked = await at.book(3650, at.child('Ada'), at.child('Bo', 1990));
    const { orderId } = booked.body;
    const [ada] = await at.shop.deps.read.all<{ id: number }>(
      `select id from participants where order_id = ${orderId}`,
    );
    const competitionId = await at.cheaper();
    const path = `/api/admin/orders/${orderId}/change-participant-competition`;
    const moved = await at.office.json('PATCH', path, { participantId: ada?.id, competitionId });
    expect(moved.status).toBe(200);
    expect(await at.itemsOf(orderId)).toEqual([
      ['ticket', '10 km', null, 3000],
      ['voucher', 'Familienrabatt', null, -2000],
      ['of', 'Bearbeitungsgebühr', null, 150],
      ['ticket', 'Kids', null, 2000],
    ]);
    expect(await at.wrong()).toEqual([]);
  });

  test('that leaves nothing to pay after a move takes the fee along, and all that was paid goes back', async () => {
    const at = await race();
    await at.give({ ...family, fromCount: 1, percentOff: null, amountOff: 2500 });
    const { orderId } = (await at.book(650, at.child('Ada'))).body;
    await at.office.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
    const competitionId = await at.cheaper();
    const [ada] = await at.shop.deps.read.all<{ id: number }>(
      `select id from participants where order_id = ${orderId}`,
    );
    const told = await at.office.json<{ rows: { competitionId: number; difference: number }[] }>(
      'GET',
      `/api/admin/orders/${orderId}/participants/${ada?.id}/moves`,
    );
    expect(told.body.rows.find((row) => row.competitionId === competitionId)?.difference).toBe(-650);
    const path = `/api/admin/orders/${orderId}/change-participant-competition`;
    expect((await at.office.json('PATCH', path, { participantId: ada?.id, competitionId })).status).toBe(200);
    expect(await at.itemsOf(orderId)).toEqual([
      ['ticket', 'Kids', null, 2000],
      ['voucher', 'Familienrabatt', null, -2000],
    ]);
    const refunds = await at.shop.deps.read.all<{ amount: number }>(
      `select amount_cents amount from refunds where order_id = ${orderId}`,
    );
    expect(refunds.map(({ amount }) => Number(amount))).toEqual([650]);
    expect(await at.wrong()).toEqual([]);
  });

  test.each([
    ['neither percent nor cents', { percentOff: null }, 'percentOff'],
    ['both', { amountOff: 100 }, 'percentOff'],
    ['a combination of one', { discountKind: 'combination' }, 'competitionIds'],
    ['a competition of another event', { competitionIds: [999_999] }, 'competitionIds'],
    ['more than everything', { percentOff: 101 }, 'percentOff'],
    ['nobody', { fromCount: 0 }, 'fromCount'],
  ])('is refused for %s', async (_, change, field) => {
    const at = await race();
    const { status, body } = await at.give({ ...family, ...change });
    expect([status, body]).toMatchObject([
      400,
      { code: 'VALIDATION_FAILED', details: { fields: { [field]: [expect.any(String)] } } },
    ]);
  });

  test.each([
    ['de', 1, '50 % auf jeden Startplatz von Kindern (bis 17 Jahre, mit Geburtsdatum)'],
    ['de', 3, '50 % auf jeden Startplatz ab dem 3. Kind in einer Bestellung (bis 17 Jahre, mit Geburtsdatum)'],
    ['en-us', 2, '50% off each entry from the 2nd child on in one order (up to age 17, with date of birth)'],
    ['en-us', 3, '50% off each entry from the 3rd child on in one order (up to age 17, with date of birth)'],
  ])('says in %s for whom it is, from child %i on', async (language, fromCount, sentence) => {
    const at = await race();
    await at.give({ ...family, fromCount });
    const page = await (await at.shop.visitor().fetch(`/events/${at.made.eventId}?lang=${language}`)).text();
    expect(page.replaceAll(/<!-- -->|\u00a0/g, (found) => (found === '\u00a0' ? ' ' : ''))).toContain(sentence);
  });

  test('for clubs is told to visitors only where the form asks for the club, and the organizer reads why not', async () => {
    const at = await race();
    await at.give({ discountKind: 'club', title: 'Vereinsrabatt', percentOff: 10, fromCount: 2 });
    const shown = async () => (await at.shop.visitor().fetch(`/events/${at.made.eventId}`)).text();
    const list = async () => (await at.office.fetch(`/admin/events/${at.made.eventId}/discounts`)).text();
    expect(await shown()).toContain('Vereinsrabatt');
    expect(await list()).not.toContain('fragt nicht nach dem Verein');
    await at.office.json('PATCH', `/api/admin/events/${at.made.eventId}`, { asksClub: false });
    expect(await shown()).not.toContain('Vereinsrabatt');
    expect(await list()).toContain('fragt nicht nach dem Verein');
  });

  test('for a competition alone is deleted with it, and is never for all of a sudden', async () => {
    const at = await race();
    const competitionId = await at.cheaper();
    await at.give({ ...family, title: 'Nur Kids', fromCount: 1, competitionIds: [competitionId] });
    await at.give({
      ...{ discountKind: 'combination', title: 'Beides', percentOff: 5 },
      competitionIds: [competitionId, at.made.runId],
    });
    await at.give({ ...family, title: 'Bleibt', percentOff: 10, competitionIds: [competitionId, at.made.runId] });
    const asked = `/admin/tickets/${at.made.eventId}/${competitionId}/delete`;
    const page = await (await at.office.fetch(asked)).text();
    for (const name of ['Nur Kids', 'Beides']) expect(page).toContain(name);
    expect(page).not.toContain('Bleibt');
    expect((await at.office.json('DELETE', `/api/admin/competitions/${competitionId}`)).status).toBe(204);
    const list = `/api/admin/events/${at.made.eventId}/discounts`;
    const { body } = await at.office.json<{ rows: { title: string; competitionIds: number[] }[] }>('GET', list);
    expect(body.rows.map(({ title, competitionIds }) => [title, competitionIds])).toEqual([
      ['Bleibt', [at.made.runId]],
    ]);
    expect((await at.book(3150, at.child('Ada'))).status).toBe(201);
  });

  test('may end: then nobody gets it any more, it stands on no page, and a copy ends as much before its start', async () => {
    const at = await race();
    const availableTo = toIso(plus(at.shop.clock(), days(3)));
    await at.give({ ...family, fromCount: 1, availableTo });
    const page = async () => (await at.shop.visitor().fetch(`/events/${at.made.eventId}`)).text();
    expect(await page()).toMatch(/Familienrabatt[\s\S]*, bis /);
    expect((await at.book(1650, at.child('Ada'))).status).toBe(201);
    const { body: event } = await at.office.json<{ event: { startTimestamp: string } }>(
      'GET',
      `/api/admin/events/${at.made.eventId}`,
    );
    const startTimestamp = toIso(plus(fromIso(event.event.startTimestamp), days(364)));
    const copied = await at.office.json<{ copiedEventId: number }>(
      'POST',
      `/api/admin/events/${at.made.eventId}/copy`,
      {
        startTimestamp,
      },
    );
    const { body } = await at.office.json<{ rows: object[] }>(
      'GET',
      `/api/admin/events/${copied.body.copiedEventId}/discounts`,
    );
    expect(body.rows).toMatchObject([{ availableTo: toIso(plus(fromIso(availableTo), days(364))) }]);
    at.shop.clock.advance(days(3) + 1);
    expect((await at.book(1650, at.child('Bo'))).status).toBe(409);
    expect((await at.book(3150, at.child('Bo'))).status).toBe(201);
    expect(await page()).not.toContain('Familienrabatt');
    expect(await at.wrong()).toEqual([]);
  });

  test('is told on the page of the event and in its history, and copied with it', async () => {
    const at = await race();
    const ids = [at.made.runId, at.made.relayId];
    await at.give({ discountKind: 'combination', title: 'Doppelstart', amountOff: 500, competitionIds: ids });
    const page = await (await at.shop.visitor().fetch(`/events/${at.made.eventId}`)).text();
    expect(page).toContain('Doppelstart');
    expect(page).toContain('5,00');
    const history = await (await at.office.fetch(`/admin/events/${at.made.eventId}/history`)).text();
    expect(history).toContain('Doppelstart');
    const copied = await at.office.json<{ copiedEventId: number }>(
      'POST',
      `/api/admin/events/${at.made.eventId}/copy`,
      {},
    );
    const { body } = await at.office.json<{ rows: { title: string; competitionIds: number[] }[] }>(
      'GET',
      `/api/admin/events/${copied.body.copiedEventId}/discounts`,
    );
    expect(body.rows).toMatchObject([
      { title: 'Doppelstart', competitionIds: [expect.any(Number), expect.any(Number)] },
    ]);
    expect(body.rows[0]?.competitionIds).not.toEqual(ids);
  });
});
