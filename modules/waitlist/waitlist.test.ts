import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { fromIso, hours, minutes, toIso } from '#src/kernel/time.ts';
import { moveMailbox } from '#tests/support/move-mailbox.ts';
import { soldOut } from './testing.ts';

describe('joining', () => {
  test('a proven mailbox stands in line at once, is told where, and waits once', async () => {
    const { waits, join, mails, linkOf } = await soldOut();
    const first = await waits();
    expect([first.joined.status, first.joined.body]).toEqual([201, { state: 'waiting', position: 1 }]);
    const second = await waits({ places: 2 });
    expect(second.joined.body.position).toBe(2);
    expect((await join(first.caller)).body.code).toBe('WAITLIST_ALREADY_ON_IT');
    const [mail] = await mails(second.email);
    expect(mail?.subject).toBe('Du stehst auf der Warteliste für Donaulauf');
    expect(mail?.text).toContain('Du wartest auf 2 Plätze: 10 km bei Donaulauf.');
    const page = await (await first.caller.fetch(await linkOf(second.email))).text();
    expect(page.replace(/<!-- -->/g, '')).toContain('Du bist an Position 2.');
  });

  test('an address that was only typed is on the list after the button of its mail, and no page tells of others', async () => {
    const { visitor, join, linkOf, stepOf, settle, statesOf, mails, waits } = await soldOut();
    const guest = visitor();
    const shown = await join(guest, { email: 'Typed@Example.test' });
    expect([shown.status, shown.body]).toEqual([201, { state: 'asked', position: null }]);
    await settle();
    const link = await linkOf('typed@example.test');
    expect((await visitor().fetch(link)).status).toBe(200);
    expect(await statesOf()).toEqual(['asked']);
    expect((await visitor().form(stepOf(link, 'confirm'), {})).status).toBe(303);
    expect(await statesOf()).toEqual(['waiting']);
    const other = await waits();
    // Whoever types an address of the list learns nothing; its owner is told where they stand.
    const again = await join(guest, { email: other.email });
    expect([again.status, again.body]).toEqual([201, { state: 'asked', position: null }]);
    await settle();
    expect((await mails(other.email)).filter(({ subject }) => subject.includes('Du stehst'))).toHaveLength(2);
    expect((await visitor().fetch(link.replace(/signature=./, 'signature=_'))).status).toBe(404);
    expect((await visitor().fetch(link.replace('/1?', '/2?'))).status).toBe(404);
  });

  test('nobody waits for what can be bought, for a closed list, for too many places, or where there is no list', async () => {
    const { waits, join, office, race, deps, buyer } = await soldOut();
    const { runId, relayId, eventId } = race;
    expect((await join(buyer, { competitionId: relayId, places: 2 })).body.details?.reason).toBe('notSoldOut');
    for (const places of [0, 11, 1.5]) expect((await join(buyer, { places })).status).toBe(400);
    const closed = { competitionId: runId, isClosed: true };
    expect((await office.json('POST', `/api/admin/events/${eventId}/waitlist-closed`, closed)).status).toBe(204);
    expect((await join(buyer)).body.details?.reason).toBe('closed');
    await office.json('POST', `/api/admin/events/${eventId}/waitlist-closed`, { ...closed, isClosed: false });
    expect((await waits()).joined.status).toBe(201);
    await deps.write((work) => updateEvent(work, eventId, { offerHours: null }));
    expect((await join(buyer)).status).toBe(404);
    expect((await buyer.fetch(`/events/${eventId}/waitlist`)).status).toBe(404);
  });

  test('a network and the mailbox of a stranger have limits', async () => {
    const { visitor, join } = await soldOut();
    const guest = visitor({ address: '10.77.0.1' });
    for (let n = 0; n < 5; n += 1) expect((await join(guest, { email: 'one@example.test' })).status).toBe(201);
    expect((await join(guest, { email: 'one@example.test' })).status).toBe(429);
    for (let n = 0; n < 55; n += 1) await join(guest, { email: `m${n}@example.test` });
    expect((await join(guest, { email: 'more@example.test' })).status).toBe(429);
    expect((await join(visitor({ address: '10.77.0.2' }), { email: 'more@example.test' })).status).toBe(201);
  });
});

describe('who moves to another mailbox', () => {
  test('waits on there, is told so, and gets the offer there', async () => {
    const { waits, shop, cancel, mails, visitor, join } = await soldOut();
    const subjectsOf = async (email: string) => (await mails(email)).map(({ subject }) => subject);
    const first = await waits();
    const second = await waits();
    await cancel();
    await moveMailbox(shop, first.caller, 'offered@example.test');
    expect((await subjectsOf('offered@example.test'))[0]).toContain('Dein Platz bei Donaulauf');
    await moveMailbox(shop, second.caller, 'waiting@example.test');
    expect((await subjectsOf('waiting@example.test'))[0]).toBe('Du stehst auf der Warteliste für Donaulauf');
    await cancel();
    expect((await subjectsOf('waiting@example.test'))[0]).toContain('Dein Platz bei Donaulauf');
    expect((await subjectsOf(second.email)).some((subject) => subject.includes('Dein Platz'))).toBe(false);
    // A mailbox that waits there already keeps its own place, and the other one stays where it was.
    const third = await waits();
    await join(visitor(), { email: 'there@example.test' });
    await moveMailbox(shop, third.caller, 'there@example.test');
    const rows = await shop.deps.read.all(sql`select email, state from waitlist_entries where id > 2 order by id`);
    expect(rows).toEqual([
      { email: third.email, state: 'waiting' },
      { email: 'there@example.test', state: 'asked' },
    ]);
  });
});

describe('a place that comes free', () => {
  test('is bought without a turn of the waiting room, and nothing else with it', async () => {
    const { waits, cancel, linkOf, stepOf, visitor, race, login, clock, deps, office } = await soldOut();
    const first = await waits();
    await cancel();
    const admin = await login('admin@example.test', { superAdmin: true });
    const room = { beginsAt: toIso(clock() + hours(1)), leadMinutes: 120, mostAtOnce: 2, windowMinutes: 10 };
    expect((await admin.json('PUT', `/api/admin/events/${race.eventId}/waiting-room`, room)).status).toBe(200);
    const phone = visitor();
    await phone.form(stepOf(await linkOf(first.email), 'open'), {});
    const order = async (change: { competitionId?: number }, totalPrice: number) => {
      const booking = bookingOf(race, [runner()]);
      const relay = { ...bookingOf(race, [runner(), runner({ firstName: 'Uli' })]).teams[0], ...change };
      const teams = change.competitionId ? [...booking.teams, relay] : booking.teams;
      const { body, status } = await phone.json<{ code?: string }>('POST', `/api/events/${race.eventId}/book`, {
        ...booking,
        teams,
        totalPrice,
      });
      return [status, body.code];
    };
    expect(await order({ competitionId: race.relayId }, 0)).toEqual([409, 'WAITING_ROOM_NOT_YOUR_TURN']);
    expect((await phone.fetch(`/events/${race.eventId}/competitions`)).status).toBe(200);
    // Nor more than was offered, though others are on sale by now.
    const more = { totalTicketCount: 10 };
    expect((await office.json('PATCH', `/api/admin/competitions/${race.runId}`, more)).status).toBe(200);
    await office.json('PATCH', `/api/admin/competition-prices/${race.runPriceId}`, { quantity: 8 });
    const two = bookingOf(race, [runner(), runner({ firstName: 'Uli' })]);
    const both = await phone.json<{ code?: string }>('POST', `/api/events/${race.eventId}/book`, two);
    expect(both.body.code).toBe('WAITING_ROOM_NOT_YOUR_TURN');
    const { totalPrice } = bookingOf(race, [runner()]);
    expect((await order({}, totalPrice))[0]).toBe(201);
    expect(await deps.read.all(sql`select * from place_holds`)).toEqual([]);
  });

  test('is offered to the first in line, bought by the link alone, and is nobody else’s', async () => {
    const { waits, cancel, linkOf, stepOf, book, visitor, statesOf, buyer, mails, clock, deps, race, settle } =
      await soldOut();
    const [first, second] = [await waits(), await waits()];
    await cancel();
    expect(await statesOf()).toEqual(['offered', 'waiting']);
    expect((await mails(first.email))[0]?.subject).toBe(
      'Dein Platz bei Donaulauf: bis Dienstag, 3. März 2026, 12:00 Uhr',
    );
    expect((await book(buyer)).body.code).toMatch(/SOLD_OUT|NOT_ENOUGH/);
    expect((await book(second.caller)).status).toBe(409);
    // Until it is opened it is no visit's own; not even of whom it was offered to.
    expect((await book(first.caller)).status).toBe(409);
    const link = await linkOf(first.email);
    const opened = await visitor().form(stepOf(link, 'open'), {});
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/events/${race.eventId}/competitions?competition=${race.runId}`,
    ]);
    // A tab that is lost is opened again, elsewhere.
    const phone = visitor();
    await phone.form(stepOf(link, 'open'), {});
    expect((await book(phone, 2)).status).toBe(409);
    const draft = {
      'teams[0].competitionId': String(race.runId),
      'teams[0].localId': 't1',
      'teams[0].participants[0].localId': 'p1',
      'teams[0].participants[0].firstName': 'Eva',
      intent: 'keep',
    };
    await phone.form(`/events/${race.eventId}/competitions`, draft);
    const step = await (await phone.fetch(`/events/${race.eventId}/competitions`)).text();
    expect(step.replace(/<!-- -->/g, '')).toContain(
      'Dein Platz ist bis Dienstag, 3. März 2026, 12:00 Uhr für dich vorgemerkt.',
    );
    clock.advance(hours(23));
    expect((await book(phone)).status).toBe(201);
    await settle();
    expect(await statesOf()).toEqual(['bought', 'waiting']);
    expect(await deps.read.all(sql`select * from place_holds`)).toEqual([]);
    expect(await (await phone.fetch(link)).text()).toContain('Du hast dich angemeldet');
  });

  test('that nobody takes goes on to the next when its time is over, and at last to everybody', async () => {
    const { waits, cancel, clock, settle, statesOf, mails, book, buyer, linkOf, stepOf, visitor } = await soldOut();
    const [first, second] = [await waits(), await waits()];
    await cancel();
    clock.advance(hours(24));
    expect((await book(buyer)).status).toBe(409);
    await settle();
    expect(await statesOf()).toEqual(['lapsed', 'offered']);
    expect((await mails(first.email))[0]?.subject).toBe('Dein Angebot bei Donaulauf ist abgelaufen');
    // An offer that is over opens nothing.
    expect((await visitor().form(stepOf(await linkOf(second.email), 'leave'), {})).status).toBe(200);
    expect(await statesOf()).toEqual(['lapsed', 'declined']);
    expect((await book(buyer)).status).toBe(201);
  });

  test('is kept for who waits however it came free: more places, a stranger’s hold that ended, a bought rest', async () => {
    const { waits, office, race, settle, statesOf, book, buyer, linkOf, stepOf, visitor, deps } = await soldOut();
    await waits({ places: 3 });
    await waits();
    const more = (count: number) =>
      office.json('POST', `/api/admin/events/${race.eventId}/waitlist-places`, { competitionId: race.runId, count });
    expect((await more(1)).status).toBe(204);
    expect((await book(buyer)).status).toBe(409);
    await settle();
    // Three are not there yet, so the one behind gets the one.
    expect(await statesOf()).toEqual(['waiting', 'offered']);
    await more(4);
    await settle();
    expect(await statesOf()).toEqual(['offered', 'offered']);
    // Nobody waits any more, so the last one is everybody's.
    expect((await book(buyer)).status).toBe(201);
    expect((await book(buyer)).status).toBe(409);
    const third = await waits();
    const offer = visitor();
    await offer.form(stepOf(await linkOf('w1@example.test'), 'open'), {});
    expect((await book(offer, 2)).status).toBe(201);
    await settle();
    expect(await statesOf()).toEqual(['bought', 'offered', 'offered']);
    expect((await linkOf(third.email)).length).toBeGreaterThan(0);
    const history = await deps.read.all<{ n: number }>(sql`select count(*) n from event_audits`);
    expect(history[0]?.n).toBeGreaterThan(0);
  });

  test('is taken back by an organizer who lowers the places: its people stand where they stood and are told', async () => {
    const { waits, cancel, office, race, settle, statesOf, mails } = await soldOut();
    const first = await waits();
    await cancel();
    expect(await statesOf()).toEqual(['offered']);
    const path = `/api/admin/competitions/${race.runId}`;
    expect((await office.json('PATCH', path, { totalTicketCount: 2 })).status).toBe(200);
    await settle();
    expect(await statesOf()).toEqual(['waiting']);
    expect((await mails(first.email))[0]?.subject).toBe('Dein Angebot bei Donaulauf gilt leider nicht mehr');
    await office.json('PATCH', path, { totalTicketCount: 3 });
    await settle();
    expect(await statesOf()).toEqual(['offered']);
  });

  test('does not bind its people for good when its price is deleted', async () => {
    const { waits, cancel, clock, settle, statesOf, deps, join } = await soldOut();
    const { caller } = await waits();
    await cancel();
    // What the foreign key of the price does.
    await deps.write(({ tx }) => tx.run(sql`delete from place_holds`));
    clock.advance(hours(25));
    await settle();
    expect(await statesOf()).toEqual(['lapsed']);
    expect((await join(caller)).body.code).not.toBe('WAITLIST_ALREADY_ON_IT');
  });

  test('does not run out at night', async () => {
    const { waits, cancel, clock, mails } = await soldOut({ event: { offerHours: 12 } });
    const { email } = await waits();
    await cancel();
    expect((await mails(email))[0]?.subject).toBe('Dein Platz bei Donaulauf: bis Dienstag, 3. März 2026, 08:00 Uhr');
    expect(clock()).toBe(fromIso('2026-03-02T11:00:00Z'));
  });
});

describe('what an organizer may do', () => {
  test('offer by hand past the line, remove with a mail, and see figures', async () => {
    const { waits, office, race, settle, statesOf, mails, book, buyer, linkOf } = await soldOut();
    await waits({ places: 3 });
    const path = `/api/admin/events/${race.eventId}`;
    await office.json('POST', `${path}/waitlist-places`, { competitionId: race.runId, count: 2 });
    await settle();
    const pair = await waits({ places: 2 });
    // Two are free, and whoever needs just that has them at once.
    expect(pair.joined.body).toEqual({ state: 'offered', position: null });
    await settle();
    expect((await mails(pair.email))[0]?.text).toContain('Meldest du dich bis dahin nicht an, gehen sie an');
    expect(await (await pair.caller.fetch(await linkOf(pair.email))).text()).toContain('Sicher sind die Plätze erst');
    expect((await office.json<{ code: string }>('POST', `${path}/waitlist/1/offer`)).body.code).toBe(
      'WAITLIST_NO_PLACES',
    );
    expect((await office.json('POST', `${path}/waitlist/2/remove`)).status).toBe(204);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'removed']);
    expect((await mails(pair.email))[0]?.text).toContain('Der Veranstalter hat dich von der Liste genommen');
    expect((await book(buyer)).status).toBe(409);
    const { body } = await office.json<{ count: number; tallies: object[] }>('GET', `${path}/waitlist`);
    expect(body.count).toBe(2);
    expect(body.tallies).toContainEqual({
      competitionId: race.runId,
      priceId: null,
      variantId: null,
      state: 'waiting',
      people: 1,
      places: 3,
    });
    const page = await (await office.fetch(`/admin/events/${race.eventId}/waitlist`)).text();
    expect(page.replaceAll('<wbr/>', '')).toContain(pair.email);
    const file = await (await office.fetch(`/admin/events/${race.eventId}/waitlist/file`)).text();
    expect(file).toContain(pair.email);
  });

  test('all of it stands in the history of the event, with nobody’s address', async () => {
    const { waits, office, race, buyer, orderIds, shop, statesOf, settle } = await soldOut();
    const people = [await waits(), await waits(), await waits()];
    const path = `/api/admin/events/${race.eventId}`;
    const close = (isClosed: boolean) =>
      office.json('POST', `${path}/waitlist-closed`, { competitionId: race.runId, isClosed });
    for (const isClosed of [true, true, false]) expect((await close(isClosed)).status).toBe(204);
    const step = async (id: number, name: 'offer' | 'remove') =>
      (await office.json('POST', `${path}/waitlist/${id}/${name}`)).status;
    expect(await step(3, 'remove')).toBe(204);
    await step(3, 'remove');
    // A place came free in this moment, and the list has not heard of it yet.
    expect((await buyer.json('PATCH', `/api/orders/${orderIds[0]}/cancel`)).status).toBe(200);
    expect(await step(2, 'offer')).toBe(204);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'offered', 'removed']);
    const rows = await shop.deps.read.all<{ name: string; changes: string }>(
      `select name, changes from event_audits where kind = 'waitlist' order by id`,
    );
    expect(rows.map(({ name, changes }) => [name, JSON.parse(changes)])).toEqual([
      ['10 km', [{ field: 'listClosed', before: false, after: true }]],
      ['10 km', [{ field: 'listClosed', before: true, after: false }]],
      ['10 km', [{ field: 'takenOffList', before: null, after: 1 }]],
      ['10 km', [{ field: 'offeredByHand', before: null, after: 1 }]],
    ]);
    const page = await (await office.fetch(`/admin/events/${race.eventId}/history`)).text();
    expect(page).toContain('Nimmt niemanden mehr auf');
    for (const { email } of people) expect(page).not.toContain(email);
  });

  test('a list ends with a mail to all on it when the event is canceled, over, or has no lists any more', async () => {
    for (const [how, subject] of [
      ['canceled', 'Donaulauf ist abgesagt'],
      ['over', 'Die Warteliste für Donaulauf ist zu Ende'],
      ['off', 'Die Warteliste für Donaulauf ist zu Ende'],
    ] as const) {
      const at = await soldOut({ tickets: 1 });
      const [one, two] = [await at.waits(), await at.waits()];
      await at.cancel();
      expect(await at.statesOf()).toEqual(['offered', 'waiting']);
      if (how === 'over') at.clock.advance(hours(24 * 70));
      else
        await at.deps.write((work) =>
          updateEvent(work, at.race.eventId, how === 'off' ? { offerHours: null } : { canceled: true }),
        );
      await at.settle();
      expect(await at.statesOf(), how).toEqual(['closed', 'closed']);
      for (const { email } of [one, two]) expect((await at.mails(email))[0]?.subject, how).toBe(subject);
      expect(
        await at.deps.read.all(
          sql`select * from place_holds union all select *, 0, 0, 0, 0, 0, 0 from kept_competitions`,
        ),
      ).toEqual([]);
    }
  });
});

test('a person takes along what they wait for, and leaves no trace and no kept place behind', async () => {
  const { waits, cancel, statesOf, deps, book, buyer } = await soldOut();
  const { caller } = await waits();
  await cancel();
  const own = await caller.json<{ rows: { state: string }[] }>('GET', '/api/settings/waitlist');
  expect(own.body.rows).toMatchObject([{ state: 'offered', competition: { title: '10 km' } }]);
  expect((await book(buyer)).status).toBe(409);
  expect((await caller.json('DELETE', '/api/settings')).status).toBeLessThan(300);
  expect(await statesOf()).toEqual([]);
  expect(await deps.read.all(sql`select * from place_holds`)).toEqual([]);
  expect((await book(buyer)).status).toBe(201);
});

test('what was never confirmed is forgotten, and what ended after half a year', async () => {
  const { visitor, join, waits, clock, settle, statesOf, linkOf, stepOf } = await soldOut({
    event: { startTimestamp: fromIso('2027-03-01T08:00:00Z'), endTimestamp: fromIso('2027-03-01T18:00:00Z') },
  });
  await join(visitor(), { email: 'never@example.test' });
  const { email } = await waits();
  await visitor().form(stepOf(await linkOf(email), 'leave'), {});
  expect(await statesOf()).toEqual(['asked', 'left']);
  clock.advance(hours(24 * 3) + minutes(1));
  await settle();
  expect(await statesOf()).toEqual(['left']);
  clock.advance(hours(24 * 180));
  await settle();
  expect(await statesOf()).toEqual([]);
});
