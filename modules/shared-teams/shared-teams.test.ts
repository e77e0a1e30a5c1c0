import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { ready } from '#src/data/hot-statements.ts';
import { days, hours, toIso } from '#src/kernel/time.ts';
import { moveMailbox } from '#tests/support/move-mailbox.ts';
import { teamRace } from './testing.ts';

describe('opening a team', () => {
  test('keeps its places for nobody else, and they count as sold', async () => {
    const { open, stock, book, login, statesOf, mails, settle } = await teamRace({ tickets: 5 });
    const { status, body } = await open();
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'open', paid: 0, missing: 4, payBy: '2026-03-12T11:00:00.000Z' });
    expect(await statesOf(body.id)).toEqual(['open', 'open', 'open', 'open']);
    expect(await stock()).toEqual({ sold: 0, held: 4 });
    expect((await book(await login('walkin@example.test'), 2)).body).toMatchObject({ code: 'NOT_ENOUGH_TICKETS' });
    expect((await open(await login('other@example.test'), { places: 2 })).body.code).toBe('SHARED_TEAM_NO_PLACES');
    await settle();
    const [mail] = await mails('captain@example.test');
    expect(mail?.subject).toBe('Dein Team Flotte Vier: Donaulauf');
    expect(mail?.text).toContain('Was bis Donnerstag, 12. März 2026, 12:00 Uhr nicht bezahlt ist');
    expect(mail?.text).toContain(body.link);
  });

  test('has limits: proven mailboxes, so many an account, sizes, names, time, and where it is switched on', async () => {
    const { open, visitor, login, deps, race, office, captain } = await teamRace();
    expect((await open(visitor())).status).toBe(401);
    for (const places of [1, 5]) expect((await open(captain, { places })).body.code).toBe('VALIDATION_FAILED');
    for (const name of ['', 'x'.repeat(101), 'www.gewinn.example'])
      expect((await open(captain, { name })).status).toBe(400);
    expect((await open(captain, { competitionId: race.runId, places: 2 })).status).toBe(404);
    expect((await open(captain, { places: 2 })).status).toBe(201);
    expect((await open(captain, { places: 2 })).status).toBe(201);
    expect((await open(captain, { places: 2 })).body.details).toEqual({ reason: 'enough', mostOpen: 2 });
    const soon = toIso(Date.parse('2026-03-04T12:00:00Z') as never);
    await office.json('PATCH', `/api/admin/competition-prices/${race.relayPriceId}`, { availableTo: soon });
    const other = await login('other@example.test');
    expect((await open(other, { places: 2 })).body.details).toEqual({ reason: 'tooLate' });
    await deps.write((work) => updateEvent(work, race.eventId, { teamDays: null }));
    expect((await open(other, { places: 2 })).status).toBe(404);
    expect((await other.fetch(`/events/${race.eventId}/shared-team`)).status).toBe(404);
    expect(await (await visitor().fetch(`/events/${race.eventId}`)).text()).not.toContain('/shared-team');
  });

  test('takes a turn where people wait in line; members need none', async () => {
    const { open, race, login, clock, comes, book } = await teamRace();
    const { body: team } = await open();
    const admin = await login('admin@example.test', { superAdmin: true });
    const room = { beginsAt: toIso((clock() + hours(1)) as never), leadMinutes: 120, mostAtOnce: 2, windowMinutes: 10 };
    expect((await admin.json('PUT', `/api/admin/events/${race.eventId}/waiting-room`, room)).status).toBe(200);
    const late = await login('late@example.test');
    expect((await open(late, { places: 2 })).body.code).toBe('WAITING_ROOM_NOT_YOUR_TURN');
    const { who } = await comes(team.link);
    expect((await book(late, 2)).body.code).toBe('WAITING_ROOM_NOT_YOUR_TURN');
    expect((await book(who, 2)).status).toBeGreaterThanOrEqual(400);
    expect((await book(who)).status).toBe(201);
  });
});

describe('members', () => {
  test('come by the link, order one place at its price, and all are one team', async () => {
    const { open, comes, book, settle, stock, look, pay, deps } = await teamRace();
    const { body: team } = await open();
    const first = await comes(team.link);
    expect(first.answer.headers.get('location')).toMatch(/\/events\/1\/competitions\?competition=\d+$/);
    expect((await look(team.id)).places.map(({ state }) => state)).toEqual(['entering', 'open', 'open', 'open']);
    const ordered = await book(first.who);
    expect(ordered.status).toBe(201);
    await settle();
    expect(await stock()).toEqual({ sold: 1, held: 3 });
    expect((await look(team.id)).places.map(({ state }) => state)).toEqual(['ordered', 'open', 'open', 'open']);
    await pay(ordered.body.orderId);
    const second = await comes(team.link);
    const { body } = await book(second.who);
    await settle();
    await pay(body.orderId);
    expect(await look(team.id)).toMatchObject({ paid: 2, missing: 2 });
    const rows = await deps.read.all(ready('select distinct shared_team_id, team_name from teams', []));
    expect(rows).toEqual([{ shared_team_id: team.id, team_name: 'Flotte Vier' }]);
  });

  test('enter no more than the places they opened, and nothing else in the same order', async () => {
    const { open, comes, book, race } = await teamRace();
    const { body: team } = await open();
    const { who } = await comes(team.link);
    expect((await book(who, 2)).body.code).toBe('REGISTERING_INVALID_TEAMSIZE');
    const relay = { competitionId: race.relayId, participants: [runner()] };
    const twice = { teams: [relay, { ...relay, participants: [runner()] }], totalPrice: 4150 };
    expect((await book(who, 1, twice)).body.code).toBe('REGISTERING_INVALID_TEAMSIZE');
    const run = bookingOf(race, [runner()]).teams[0];
    expect((await book(who, 1, { teams: [relay, run], totalPrice: 5150 })).body.code).toBe('SHARED_TEAM_ALONE');
    expect((await book(who)).status).toBe(201);
    // Without an opened place a team is as large as it has to be.
    expect((await book(who)).body.code).toBe('REGISTERING_INVALID_TEAMSIZE');
  });

  test('who is invited by address has that place, until the captain takes it back', async () => {
    const { open, captain, mails, settle, join, visitor, comes, look, clock, statesOf, member } = await teamRace();
    const { body: team } = await open(captain, { places: 3 });
    await member(team.link);
    const invite = (email: string) =>
      captain.json<{ code: string }>('POST', `/api/shared-teams/${team.id}/invitations`, { email });
    expect((await invite('Kim@Example.test')).status).toBe(201);
    expect((await invite('kim@example.test')).status).toBe(400);
    await settle();
    const [mail] = await mails('kim@example.test');
    expect(mail?.subject).toBe('Cora hält dir einen Platz frei: Donaulauf');
    const link = /http:\/\/shop\.test\/shared-teams\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(await statesOf(team.id)).toEqual(['paid', 'invited', 'open']);
    expect((await comes(team.link)).answer.status).toBe(303);
    // The other place is kim's.
    expect((await comes(team.link)).answer.status).toBe(409);
    const place = (await look(team.id)).places.find(({ state }) => state === 'invited')?.id ?? 0;
    const remind = () => captain.form(`/shared-teams/${team.id}/remind`, { place: String(place) });
    const ofPlace = `/api/shared-teams/${team.id}/places/${place}`;
    expect((await remind()).status).toBe(409);
    expect((await captain.json<{ code: string }>('POST', `${ofPlace}/remind`)).body.code).toBe('SHARED_TEAM_TOLD');
    clock.advance(days(1));
    expect((await remind()).status).toBe(303);
    clock.advance(days(1));
    expect((await captain.json('POST', `${ofPlace}/remind`)).status).toBe(204);
    await settle();
    expect(await mails('kim@example.test')).toHaveLength(3);
    expect((await join(visitor(), link)).status).toBe(303);
    expect((await captain.form(`/shared-teams/${team.id}/take-back`, { place: String(place) })).status).toBe(303);
    // Whoever was invited reads why the link opens nothing; one that was never sent is unknown.
    const path = link.replace('http://shop.test', '');
    for (const answer of [await visitor().fetch(path), await join(visitor(), link)]) {
      const html = await answer.text();
      expect([answer.status, html.includes('Deine Einladung in ein Team bei Donaulauf wurde zurückgezogen.')]).toEqual([
        410,
        true,
      ]);
      expect(html).not.toMatch(/Cora|Flotte Vier/);
    }
    for (const forged of [path.replace(/invited=.{4}/, 'invited=AAAA'), path.replace(/&invited=.*/, '')])
      expect((await visitor().fetch(forged)).status).toBe(404);
    expect((await captain.json<{ code: string }>('DELETE', `${ofPlace}/invitation`)).body.code).toBe(
      'SHARED_TEAM_NO_PLACES',
    );
    expect((await invite('kim@example.test')).status).toBe(201);
    expect((await captain.json('DELETE', `${ofPlace}/invitation`)).status).toBe(204);
    expect(await statesOf(team.id)).toContain('open');
  });

  test('a place that was opened and left is somebody else’s after an hour, and only theirs', async () => {
    const { open, captain, comes, book, clock } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    const [first, second] = [await comes(team.link), await comes(team.link)];
    expect([first.answer.status, second.answer.status]).toEqual([303, 303]);
    expect((await comes(team.link)).answer.status).toBe(409);
    clock.advance(hours(1));
    const [third, fourth] = [await comes(team.link), await comes(team.link)];
    expect([third.answer.status, fourth.answer.status]).toEqual([303, 303]);
    expect((await book(first.who)).status).toBe(400);
    expect((await book(third.who)).status).toBe(201);
  });

  test('a new link ends the one before', async () => {
    const { open, captain, visitor, look } = await teamRace();
    const { body: team } = await open();
    const path = (link: string) => link.replace('http://shop.test', '');
    expect((await visitor().fetch(path(team.link))).status).toBe(200);
    expect((await captain.form(`/shared-teams/${team.id}/new-link`, {})).status).toBe(303);
    expect((await visitor().fetch(path(team.link))).status).toBe(404);
    const { link } = await look(team.id);
    expect((await visitor().fetch(path(link))).status).toBe(200);
    const { body: renewed } = await captain.json<{ link: string }>('POST', `/api/shared-teams/${team.id}/link`);
    expect((await visitor().fetch(path(link))).status).toBe(404);
    expect((await visitor().fetch(path(renewed.link))).status).toBe(200);
    expect((await visitor().fetch(`/shared-teams/${team.id}`)).status).toBe(303);
  });
});

describe('the captain', () => {
  test('pays for all who are missing in one order; what is not taken of it stays the team’s', async () => {
    const { open, captain, member, book, settle, stock, statesOf, pay, look } = await teamRace();
    const { body: team } = await open();
    await member(team.link);
    const take = (count: number) =>
      captain.json<{ code: string }>('POST', `/api/shared-teams/${team.id}/take`, { count });
    expect((await take(4)).body.code).toBe('SHARED_TEAM_NO_PLACES');
    expect((await take(3)).status).toBe(204);
    const two = await book(captain, 2);
    expect(two.status).toBe(201);
    await settle();
    expect(await stock()).toEqual({ sold: 3, held: 1 });
    expect(await statesOf(team.id)).toEqual(['paid', 'ordered', 'ordered', 'open']);
    await pay(two.body.orderId);
    expect(await look(team.id)).toMatchObject({ paid: 3, missing: 1, state: 'open' });
  });

  test('says who runs which leg', async () => {
    const { open, captain, office, race, member, look } = await teamRace();
    const legs = { mostOpen: '3', shortRule: 'keep', [`legs-${race.relayId}`]: 'Swim, Bike , Run' };
    expect((await office.form(`/admin/events/${race.eventId}/shared-teams`, legs)).status).toBe(303);
    const { body: team } = await open(captain, { places: 3 });
    await member(team.link);
    const before = (await look(team.id)).places;
    expect(before.map(({ leg }) => leg)).toEqual(['Swim', 'Bike', 'Run']);
    const settings = `/api/admin/events/${race.eventId}/shared-team-settings`;
    const said = {
      mostOpen: 3,
      shortRule: 'keep',
      legs: [{ competitionId: race.relayId, names: ['Swim', 'Bike', 'Run'] }],
    };
    expect((await office.json('GET', settings)).body).toEqual(said);
    const renamed = { ...said, mostOpen: 4, legs: [{ competitionId: race.relayId, names: ['Swim', 'Ride', 'Run'] }] };
    expect((await office.json('PUT', settings, renamed)).body).toEqual(renamed);
    expect((await office.json('PUT', settings, { ...renamed, mostOpen: 21 })).status).toBe(400);
    expect((await office.json('PUT', settings, said)).status).toBe(200);
    const byCall = `/api/shared-teams/${team.id}/places/${before[0]?.id}/move`;
    for (const by of ['down', 'up']) expect((await captain.json('POST', byCall, { by })).status).toBe(200);
    const move = { place: String(before[0]?.id), by: 'down' };
    expect((await captain.form(`/shared-teams/${team.id}/move`, move)).status).toBe(303);
    const after = (await look(team.id)).places;
    expect(after.map(({ leg, state }) => [leg, state])).toEqual([
      ['Swim', 'open'],
      ['Bike', 'paid'],
      ['Run', 'open'],
    ]);
  });

  test('gives a team up that nobody is in, and no other; nobody else may look at it', async () => {
    const { open, captain, member, login, stock } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    const { body: empty } = await open(captain, { places: 2 });
    const giveUp = (id: number, who = captain) => who.json<{ code: string }>('POST', `/api/shared-teams/${id}/give-up`);
    await member(team.link, false);
    expect((await giveUp(team.id)).body.code).toBe('SHARED_TEAM_HAS_MEMBERS');
    expect((await giveUp(empty.id, await login('other@example.test'))).status).toBe(404);
    expect((await giveUp(empty.id)).status).toBe(204);
    expect(await stock()).toEqual({ sold: 1, held: 1 });
  });
});

describe('time', () => {
  test('a team that nobody is in after a day gives its places back', async () => {
    const { open, clock, settle, stock, look, mails } = await teamRace();
    const { body: team } = await open();
    clock.advance(days(1));
    await settle();
    expect(await stock()).toEqual({ sold: 0, held: 0 });
    expect((await look(team.id)).state).toBe('unclaimed');
    expect((await mails('captain@example.test'))[0]?.subject).toBe('Team Flotte Vier: Plätze zurückgegeben');
  });

  test.each(['complete', 'unclaimed', 'closed', 'off'] as const)(
    'who is invited and did not come is told when the team ends: %s',
    async (end) => {
      const { open, captain, office, member, clock, settle, look, mails, race, visitor } = await teamRace();
      const { body: team } = await open();
      const invite = (email: string) => captain.json('POST', `/api/shared-teams/${team.id}/invitations`, { email });
      expect((await invite('kim@example.test')).status).toBe(201);
      await settle();
      const [invitation] = await mails('kim@example.test');
      const link = /http:\/\/shop\.test(\/shared-teams\/\S+)/.exec(invitation?.text ?? '')?.[1] ?? '';
      if (end === 'complete') for (let n = 0; n < 3; n += 1) await member(team.link);
      if (end === 'closed') await captain.json('POST', `/api/shared-teams/${team.id}/give-up`);
      if (end === 'off') await office.json('PATCH', `/api/admin/events/${race.eventId}`, { canceled: true });
      if (end === 'complete' || end === 'unclaimed') clock.advance(days(end === 'complete' ? 10 : 1));
      await settle();
      await settle();
      expect((await look(team.id)).state).toBe(end);
      const [told, before, ...others] = await mails('kim@example.test');
      expect([told?.subject, before?.id, others]).toEqual([
        'Team Flotte Vier sucht niemanden mehr: Donaulauf',
        invitation?.id,
        [],
      ]);
      expect(told?.text).toContain(`http://shop.test/events/${race.eventId}`);
      const shown = await visitor().fetch(link);
      expect([shown.status, (await shown.text()).includes(`href="/events/${race.eventId}"`)]).toEqual([200, true]);
    },
  );

  test('a relay of four with one that does not pay: the place goes back, the three start', async () => {
    const { open, member, clock, settle, stock, look, mails, orders } = await teamRace();
    const { body: team } = await open();
    for (let n = 0; n < 3; n += 1) await member(team.link);
    const unpaid = await member(team.link, false);
    clock.advance(days(7));
    await settle();
    const captainMails = async () => (await mails('captain@example.test')).map(({ subject }) => subject);
    expect((await captainMails())[0]).toBe('Ein Platz im Team Flotte Vier noch nicht bezahlt');
    clock.advance(days(3));
    await settle();
    expect(await look(team.id)).toMatchObject({ state: 'complete', paid: 3 });
    expect(await stock()).toEqual({ sold: 3, held: 0 });
    expect((await captainMails())[0]).toBe('Team Flotte Vier ist angemeldet: Donaulauf');
    expect((await orders()).map(({ id, status }) => [id === unpaid, status])).toEqual([
      [false, 'complete'],
      [false, 'complete'],
      [false, 'complete'],
      [true, 'canceled'],
    ]);
  });

  test('too few: the captain has 48 hours to pay the rest', async () => {
    const { open, captain, member, clock, settle, look, mails, book, pay, stock, login } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    await member(team.link);
    clock.advance(days(10));
    await settle();
    expect((await look(team.id)).state).toBe('grace');
    const [mail] = await mails('captain@example.test');
    expect(mail?.text).toContain('Du hast noch bis Samstag, 14. März 2026, 12:00 Uhr Zeit');
    expect(mail?.text).toContain('löst sich das Team auf, und alle bekommen ihr Geld zurück');
    const again = await login('captain@example.test');
    const taken = await again.json('POST', `/api/shared-teams/${team.id}/take`, { count: 1 });
    expect(taken.status).toBe(204);
    const { body } = await book(again);
    await settle();
    await pay(body.orderId);
    clock.advance(hours(1));
    await settle();
    expect(await look(team.id)).toMatchObject({ state: 'complete', paid: 2 });
    expect(await stock()).toEqual({ sold: 2, held: 0 });
  });

  test('nobody came: the team is dissolved, all money goes back, and everybody is told', async () => {
    const { open, captain, comes, book, pay, clock, settle, look, mails, stock, orders } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    const { who, email } = await comes(team.link);
    const { body } = await book(who);
    await settle();
    await pay(body.orderId);
    clock.advance(days(10));
    await settle();
    clock.advance(days(2));
    await settle();
    expect((await look(team.id)).state).toBe('dissolved');
    expect(await stock()).toEqual({ sold: 0, held: 0 });
    expect(await orders()).toEqual([{ id: body.orderId, status: 'canceled', refunded: 2150 }]);
    const told = (await mails(email)).map(({ subject }) => subject);
    expect(told).toContain('Team Flotte Vier startet nicht: Donaulauf');
    expect((await mails('captain@example.test'))[0]?.subject).toBe('Team Flotte Vier ist aufgelöst: Donaulauf');
  });

  test('money that comes after the day goes back, and the place stays sold to nobody', async () => {
    const { open, captain, member, clock, settle, office, orders, stock } = await teamRace();
    const { body: team } = await open(captain, { places: 3 });
    await member(team.link);
    await member(team.link);
    const late = await member(team.link, false);
    clock.advance(days(10));
    await settle();
    const paid = await office.json('PATCH', `/api/admin/orders/${late}/status`, { status: 'complete' });
    expect(paid.status).toBeGreaterThanOrEqual(400);
    expect((await orders()).find(({ id }) => id === late)?.status).toBe('canceled');
    expect(await stock()).toEqual({ sold: 2, held: 0 });
  });

  test('whose order comes back has a place of the team again', async () => {
    const { shop, open, member, look, office } = await teamRace();
    const { body: team } = await open();
    const orderId = await member(team.link, false);
    const set = (status: string) => office.json('PATCH', `/api/admin/orders/${orderId}/status`, { status });
    const states = async () => (await look(team.id)).places.map(({ state }) => state);
    const before = await states();
    expect((await set('canceled')).status).toBe(200);
    await shop.settle();
    expect(await states()).not.toEqual(before);
    expect((await set('pending')).status).toBe(200);
    await shop.settle();
    expect(await states()).toEqual(before);
  });

  test('who gives a place back before the day leaves it to the team', async () => {
    const { open, captain, comes, book, settle, statesOf, stock, member, look } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    const { who } = await comes(team.link);
    const { body } = await book(who);
    await settle();
    expect(await statesOf(team.id)).toEqual(['ordered', 'open']);
    expect((await who.json('PATCH', `/api/orders/${body.orderId}/cancel`)).status).toBe(200);
    await settle();
    expect(await statesOf(team.id)).toEqual(['open', 'open']);
    expect(await stock()).toEqual({ sold: 0, held: 2 });
    await member(team.link);
    await member(team.link);
    expect(await look(team.id)).toMatchObject({ paid: 2, missing: 0 });
  });
});

describe('the organizer', () => {
  test('sees who is missing, gives more days, and closes a team with all money back', async () => {
    const { open, captain, member, office, race, look, orders, stock, settle } = await teamRace();
    const { body: team } = await open(captain, { places: 2 });
    await member(team.link);
    const base = `/api/admin/events/${race.eventId}/shared-teams`;
    const listed = await office.json<{ teams: object[] }>('GET', base);
    expect(listed.body.teams).toMatchObject([{ name: 'Flotte Vier', paid: 1, missing: 1, link: null }]);
    expect(await (await office.fetch(`/admin/events/${race.eventId}/shared-teams`)).text()).toContain(
      '1 von 2 bezahlt',
    );
    expect((await office.json('POST', `${base}/${team.id}/extend`, { days: 3 })).status).toBe(200);
    expect((await look(team.id)).payBy).toBe('2026-03-15T11:00:00.000Z');
    expect((await office.json('POST', `${base}/${team.id}/close`)).status).toBe(204);
    await settle();
    expect((await look(team.id)).state).toBe('closed');
    expect((await orders()).map(({ status, refunded }) => [status, refunded])).toEqual([['canceled', 2150]]);
    expect(await stock()).toEqual({ sold: 0, held: 0 });
  });

  test('switches it off: places go back, orders stay', async () => {
    const { open, member, deps, race, settle, look, stock, orders } = await teamRace();
    const { body: team } = await open();
    await member(team.link);
    await deps.write((work) => updateEvent(work, race.eventId, { teamDays: null }));
    await settle();
    expect((await look(team.id)).state).toBe('off');
    expect(await stock()).toEqual({ sold: 1, held: 0 });
    expect((await orders()).map(({ status }) => status)).toEqual(['complete']);
  });
});

test('a captain who moves to another mailbox is written to there', async () => {
  const { open, captain, deps, mails, settle } = await teamRace();
  await open(captain, { places: 2 });
  await moveMailbox({ mails, settle }, captain, 'moved@example.test');
  expect(await deps.read.all(ready('select email from shared_teams', []))).toEqual([{ email: 'moved@example.test' }]);
});

test('an account takes its teams along, and goes without stopping them', async () => {
  const { open, captain, member, deps, stock } = await teamRace();
  const { body: team } = await open(captain, { places: 2 });
  await captain.json('POST', `/api/shared-teams/${team.id}/invitations`, { email: 'kim@example.test' });
  await member(team.link);
  const { sharedTeamData } = await import('./personal-data.ts');
  const [row] = await deps.read.all<{ userId: number }>(ready('select user_id userId from shared_teams', []));
  const userId = row?.userId ?? 0;
  expect(await sharedTeamData.collect(deps.read, userId)).toMatchObject({
    teams: [{ name: 'Flotte Vier', invited: ['kim@example.test'] }],
  });
  await deps.write((work) => sharedTeamData.erase(work, userId));
  expect(await deps.read.all(ready('select user_id, email, captain from shared_teams', []))).toEqual([
    { user_id: null, email: '', captain: '' },
  ]);
  expect(await deps.read.all(ready('select id from shared_team_places where email is not null', []))).toEqual([]);
  expect(await stock()).toEqual({ sold: 1, held: 1 });
});

test('who came in several orders is one team in results, start numbers and timing, in the order of the legs', async () => {
  const { open, captain, member, deps, race, look } = await teamRace();
  const { body: team } = await open(captain, { places: 2 });
  await member(team.link);
  await member(team.link);
  const [first] = (await look(team.id)).places;
  const changes = async () =>
    (await deps.read.all(ready("select id from facts where name = 'order.changed'", []))).length;
  const before = await changes();
  await captain.form(`/shared-teams/${team.id}/move`, { place: String(first?.id), by: 'down' });
  // Both are on another leg, and the timing hears of it by their orders.
  expect((await changes()) - before).toBe(2);
  const { starterPages } = await import('#modules/bibs/read-people.ts');
  const { personHere } = await import('#modules/timing/read-person.ts');
  const starters = [];
  for await (const page of starterPages(deps.read, race.eventId)) starters.push(...page);
  expect(new Set(starters.map(({ teamId }) => teamId)).size).toBe(1);
  const there = await Promise.all(starters.map(({ id }) => personHere(deps.read, id)));
  expect(there.map((person) => person?.team)).toEqual([
    { id: starters[0]?.teamId, name: 'Flotte Vier', position: 1 },
    { id: starters[0]?.teamId, name: 'Flotte Vier', position: 0 },
  ]);
  const { inputsOf } = await import('#modules/results/read-board.ts');
  const { saveResults } = await import('#modules/results/index.ts');
  const rows = starters.map(({ id }) => ({ competitionId: race.relayId, participantId: id, timeMs: 2_400_000 + id }));
  await deps.write((work) => saveResults(work, { eventId: race.eventId, source: 'file', editorId: null, rows }));
  const inputs = [];
  for await (const piece of inputsOf(deps.read, race.relayId)) inputs.push(...piece);
  expect(inputs.map(({ teamId }) => teamId)).toEqual(starters.map(({ teamId }) => teamId));
});
