import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { drawOrder } from '#modules/waiting-room/index.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { moveMailbox } from '#tests/support/move-mailbox.ts';
import { settleLotteries } from './draw.ts';
import { lotData } from './personal-data.ts';
import { drawnRace } from './testing.ts';

const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

describe('planning', () => {
  test('keeps every place until the draw: by page, by call and at the waiting list, and says so in the history', async () => {
    const at = await drawnRace({ planned: false });
    const buyer = await at.login('buyer@example.test');
    expect((await at.book(buyer)).status).toBe(201);
    const planned = await at.plan();
    expect([planned.status, planned.body.seedHash]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(JSON.stringify(planned.body)).not.toContain((await seedOf(at)).seed);
    await at.settle();
    expect((await at.book(buyer)).body.code).toMatch(/SOLD_OUT|NOT_ENOUGH/);
    const joined = await buyer.json<{ details?: { reason: string } }>(
      'POST',
      `/api/events/${at.race.eventId}/waitlist`,
      { competitionId: at.race.runId },
    );
    expect([joined.status, joined.body.details?.reason]).toEqual([409, 'drawn']);
    const page = await (await at.visitor().fetch(`/events/${at.race.eventId}`)).text();
    expect(page).toContain('Startplätze werden verlost');
    expect(page).toContain(`/events/${at.race.eventId}/lottery?competition=${at.race.runId}`);
    const step = await (await buyer.fetch(`/events/${at.race.eventId}/competitions`)).text();
    expect(step).toContain('Diese Startplätze werden verlost.');
    const history = await (await at.office.fetch(`/admin/events/${at.race.eventId}/history`)).text();
    expect(history).toContain('Verlosung');
  });

  test('leaves those their places who hold some already, and nobody else', async () => {
    const at = await drawnRace({ planned: false, event: { placeHoldMinutes: 15 } });
    const phone = await at.login('holds@example.test');
    const draft = {
      'teams[0].competitionId': String(at.race.runId),
      'teams[0].localId': 't1',
      'teams[0].participants[0].localId': 'p1',
      'teams[0].participants[0].firstName': 'Eva',
      intent: 'keep',
    };
    await phone.form(`/events/${at.race.eventId}/competitions`, draft);
    expect((await at.plan()).status).toBe(200);
    expect((await at.book(await at.login('other@example.test'))).status).toBe(409);
    expect((await at.book(phone)).status).toBe(201);
    expect((await at.book(phone)).status).toBe(409);
  });

  test('is refused where it cannot be', async () => {
    const at = await drawnRace({ planned: false });
    const { eventId, runId } = at.race;
    for (const [body, field] of [
      [{ drawsAt: '2026-03-02T10:30:00Z' }, 'drawsAt'],
      [{ drawsAt: '2027-03-05T10:00:00Z' }, 'drawsAt'],
      [{ entersFrom: '2026-03-06T10:00:00Z' }, 'entersFrom'],
    ] as const) {
      const { status, body: said } = await at.plan(body);
      expect([status, Object.keys((said.details?.fields ?? {}) as object)]).toEqual([400, [field]]);
    }
    expect((await at.plan({}, at.office, 999)).status).toBe(404);
    await at.deps.write((work) => updateEvent(work, eventId, { offerHours: null }));
    expect((await at.plan()).body.details).toEqual({ reason: 'noOffers' });
    await at.deps.write((work) => updateEvent(work, eventId, { offerHours: 24 }));
    const buyer = await at.login('buyer@example.test');
    for (let n = 0; n < 3; n += 1) expect((await at.book(buyer)).status).toBe(201);
    const waiting = await at.login('waits@example.test');
    await waiting.json('POST', `/api/events/${eventId}/waitlist`, { competitionId: runId });
    expect((await at.plan()).body.details).toEqual({ reason: 'waitedFor' });
  });

  test('changes freely until somebody entered; then only its time, and everybody is told', async () => {
    const at = await drawnRace();
    expect((await at.plan({ mostPlaces: 2, entersFrom: '2026-03-02T09:00:00Z' })).status).toBe(200);
    const one = await at.enters();
    const moved = { mostPlaces: 2, entersFrom: '2026-03-02T09:00:00Z', drawsAt: '2026-03-06T11:00:00Z' };
    expect((await at.plan({ ...moved, mostPlaces: 3 })).status).toBe(400);
    expect((await at.plan(moved)).status).toBe(200);
    await at.settle();
    expect(subjects(await at.mails(one.email))[0]).toBe('Neuer Termin der Verlosung bei Donaulauf');
    await at.settle();
    expect((await at.mails(one.email)).filter(({ subject }) => subject.startsWith('Neuer Termin'))).toHaveLength(1);
    await at.draw();
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['in']);
    await at.draw(days(1));
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['drawn']);
  });

  test('called off: without lots it is gone, else its people are told; what is free is sold again', async () => {
    const at = await drawnRace();
    const buyer = await at.login('buyer@example.test');
    const callOff = () => at.office.json('DELETE', at.planPath());
    expect((await callOff()).status).toBe(204);
    expect(await at.deps.read.all(sql`select * from lotteries`)).toEqual([]);
    expect((await at.book(buyer)).status).toBe(201);
    await at.plan();
    const one = await at.enters();
    expect((await callOff()).status).toBe(204);
    expect((await callOff()).status).toBe(404);
    await at.settle();
    expect(subjects(await at.mails(one.email))[0]).toBe('Die Verlosung bei Donaulauf ist abgesagt');
    expect((await at.book(buyer)).status).toBe(201);
    expect((await at.enter(buyer)).body.details).toEqual({ reason: 'none' });
  });

  test.each([
    ['offerHours', { offerHours: null }, 'Die Verlosung bei Donaulauf ist abgesagt'],
    ['canceled', { canceled: true }, 'Donaulauf ist abgesagt'],
  ])('ends with the event’s %s, and its people are told', async (_, change, subject) => {
    const at = await drawnRace();
    const one = await at.enters();
    await at.deps.write((work) => updateEvent(work, at.race.eventId, change as { offerHours: null }));
    await at.settle();
    expect(subjects(await at.mails(one.email))).toContain(subject);
    expect(await at.deps.read.all(sql`select * from kept_competitions`)).toEqual([]);
  });
});

describe('entering', () => {
  test('a proven mailbox has one lot with a number; a second is refused, and after leaving there is a new one', async () => {
    const at = await drawnRace();
    const one = await at.enters(2);
    expect([one.entered.status, one.entered.body]).toEqual([201, { state: 'in', number: 1 }]);
    expect((await at.enter(one.caller)).body.code).toBe('LOTTERY_ALREADY_IN');
    expect((await at.mails(one.email))[0]?.text).toContain('Dein Los ist für 2 Plätze');
    const link = await at.linkOf(one.email);
    expect((await at.visitor().form(at.stepOf(link, 'leave'), {})).status).toBe(200);
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['left']);
    expect((await at.enter(one.caller)).body).toEqual({ state: 'in', number: 2 });
  });

  test('an address that was only typed is in after the button of its mail, and nobody learns who else is', async () => {
    const at = await drawnRace();
    const guest = at.visitor();
    const shown = await at.enter(guest, { email: 'Typed@Example.test' });
    expect([shown.status, shown.body]).toEqual([201, { state: 'asked', number: null }]);
    await at.settle();
    const link = await at.linkOf('typed@example.test');
    expect((await at.visitor().fetch(link)).status).toBe(200);
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['asked']);
    expect((await at.visitor().form(at.stepOf(link, 'confirm'), {})).status).toBe(303);
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['in']);
    const again = await at.enter(guest, { email: 'typed@example.test' });
    expect([again.status, again.body]).toEqual([201, { state: 'asked', number: null }]);
    expect((await at.visitor().fetch(link.replace(/signature=./, 'signature=_'))).status).toBe(404);
  });

  test('is over at the time of the draw, also for a click in a mail; and it has limits', async () => {
    const at = await drawnRace();
    const guest = at.visitor();
    for (const places of [0, 5, 1.5]) expect((await at.enter(guest, { places, email: 'a@b.test' })).status).toBe(400);
    for (let n = 0; n < 5; n += 1) await at.enter(guest, { email: 'late@example.test' });
    expect((await at.enter(guest, { email: 'late@example.test' })).status).toBe(429);
    await at.settle();
    const link = await at.linkOf('late@example.test');
    at.clock.set('2026-03-05T11:00:00Z');
    expect((await at.enter(guest, { email: 'b@b.test' })).body.details).toEqual({ reason: 'due' });
    const pressed = await at.visitor().form(at.stepOf(link, 'confirm'), {});
    expect(pressed.status).toBe(303);
    expect(await at.lotsNow()).toEqual([expect.objectContaining({ state: 'asked', number: null })]);
  });
});

const seedOf = async (at: Awaited<ReturnType<typeof drawnRace>>) =>
  (
    await at.deps.read.all<{ seed: string; seedHash: string }>(sql`select seed, seed_hash seedHash from lotteries`)
  )[0] ?? {
    seed: '',
    seedHash: '',
  };

describe('the draw', () => {
  test('ranks by the published seed, offers what is there, and puts everybody else in line; all in one', async () => {
    const at = await drawnRace({ tickets: 3 });
    for (const places of [1, 2, 1, 4, 1]) await at.enters(places);
    const { seed, seedHash } = await seedOf(at);
    await at.draw();
    const lots = await at.lotsNow();
    const order = drawOrder(seed, [1, 2, 3, 4, 5]);
    expect(lots.map(({ number, rank }) => [number, rank])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, order.indexOf(number) + 1]),
    );
    const entries = await at.entriesNow();
    expect(entries.map(({ drawnRank }) => drawnRank)).toEqual([1, 2, 3, 4, 5]);
    let left = 3;
    for (const { places, state, email } of entries) {
      const fits = places <= left;
      if (fits) left -= places;
      expect([email, state]).toEqual([email, fits ? 'offered' : 'waiting']);
      const [mail] = await at.mails(email);
      expect(mail?.subject).toMatch(fits ? /^Gezogen! / : /^Verlosung bei Donaulauf: Rang \d von 5$/);
    }
    const buyer = await at.login('buyer@example.test');
    expect((await at.book(buyer)).status).toBe(409);
    const text = await (await at.visitor().fetch(`/events/${at.race.eventId}/lottery/1/draw.txt`)).text();
    expect(text).toContain(`seed ${seed}`);
    expect(createHash('sha256').update(seed).digest('hex')).toBe(seedHash);
    expect(text).toContain(
      order.map((number, rank) => `${rank + 1} ${number} ${[1, 2, 1, 4, 1][number - 1]}`).join('\n'),
    );
    // Drawing again draws nothing.
    await at.draw(minutes(5));
    expect(await at.lotsNow()).toEqual(lots);
  });

  test('is done once, whoever comes to it, and people are told of it although the process was gone in between', async () => {
    const at = await drawnRace({ tickets: 1 });
    for (let n = 0; n < 3; n += 1) await at.enters();
    at.clock.set('2026-03-05T11:00:00Z');
    const settle = () => at.deps.write((work) => settleLotteries(work, at.race.eventId));
    await Promise.all(Array.from({ length: 5 }, settle));
    expect((await at.entriesNow()).map(({ state }) => state)).toEqual(['offered', 'waiting', 'waiting']);
    const told = () => at.deps.read.all(sql`select * from mails where type = 'LotteryRanked'`);
    expect(await told()).toHaveLength(0);
    await at.settle();
    expect(await told()).toHaveLength(2);
    at.clock.advance(minutes(5));
    await at.settle();
    expect(await told()).toHaveLength(2);
  });

  test('a winner books what was drawn, and what another leaves goes down the ranks', async () => {
    const at = await drawnRace({ tickets: 2 });
    for (let n = 0; n < 3; n += 1) await at.enters();
    await at.draw();
    const [first, second, third] = await at.entriesNow();
    const phone = at.visitor();
    const offer = await at.linkOf(first?.email ?? '', 'waitlist');
    const shown = await (await phone.fetch(offer)).text();
    expect(shown.replace(/<!-- -->/g, '')).toMatch(/Rang in der Verlosung[\s\S]*\/lottery">1<\/a>/);
    expect((await phone.form(at.stepOf(offer, 'open'), {})).status).toBe(303);
    expect((await at.book(phone)).status).toBe(201);
    await at.settle();
    at.clock.advance(hours(24));
    await at.settle();
    expect((await at.entriesNow()).map(({ state }) => state)).toEqual(['bought', 'lapsed', 'offered']);
    expect(second?.state).toBe('offered');
    expect(subjects(await at.mails(third?.email ?? ''))[0]).toMatch(/^Dein Platz bei Donaulauf/);
    // The page of a lot leads to the line.
    const page = await (await at.visitor().fetch(await at.linkOf(third?.email ?? ''))).text();
    expect(page).toContain('/waitlist/');
  });

  test('waits until the places are on sale, and is then done as it would have been', async () => {
    const at = await drawnRace();
    await at.enters();
    const begins = { availableFrom: '2026-03-07T11:00:00Z' };
    expect((await at.office.json('PATCH', `/api/admin/competition-prices/${at.race.runPriceId}`, begins)).status).toBe(
      200,
    );
    await at.draw();
    expect((await at.lotsNow()).map(({ state }) => state)).toEqual(['in']);
    const buyer = await at.login('buyer@example.test');
    expect((await at.book(buyer)).status).toBe(409);
    at.clock.set('2026-03-07T11:00:00Z');
    await at.settle();
    expect((await at.entriesNow()).map(({ state }) => state)).toEqual(['offered']);
  });

  test('with places for all of them the rest is everybody’s, and whoever comes later stands behind the ranks', async () => {
    const at = await drawnRace({ tickets: 3 });
    await at.enters();
    await at.draw();
    const buyer = await at.login('buyer@example.test');
    for (let n = 0; n < 2; n += 1) expect((await at.book(buyer)).status).toBe(201);
    expect((await at.book(buyer)).status).toBe(409);
    const late = await at.login('late@example.test');
    const joined = await late.json('POST', `/api/events/${at.race.eventId}/waitlist`, { competitionId: at.race.runId });
    expect(joined.status).toBe(201);
    expect((await at.entriesNow()).map(({ state }) => state)).toEqual(['offered', 'waiting']);
  });

  test('nobody knows who took part for longer than they need to; the numbers stay', async () => {
    const at = await drawnRace();
    const one = await at.enters();
    await at.enter(at.visitor(), { email: 'typed@example.test' });
    await at.draw();
    expect((await at.lotsNow()).map(({ email }) => email)).toEqual([one.email]);
    at.clock.advance(days(181));
    await at.settle();
    expect(await at.lotsNow()).toEqual([]);
    const [row] = await at.deps.read.all<{ ranking: string }>(sql`select ranking from lotteries`);
    expect(row?.ranking).toBe('[[1,1]]');
  });
});

test('a lot goes along when its account moves to another mailbox, unless that one has its own', async () => {
  const at = await drawnRace();
  const [one, two] = [await at.enters(), await at.enters()];
  await moveMailbox(at, one.caller, 'moved@example.test');
  await at.enter(at.visitor(), { email: 'own@example.test' });
  await moveMailbox(at, two.caller, 'own@example.test');
  const rows = await at.deps.read.all<{ email: string }>(sql`select email from lots order by id`);
  expect(rows.map(({ email }) => email)).toEqual(['moved@example.test', two.email, 'own@example.test']);
});

test('a lot is taken along and erased with its account', async () => {
  const at = await drawnRace();
  const one = await at.enters();
  const own = await one.caller.json<{ rows: { number: number }[] }>('GET', '/api/settings/lots');
  expect(own.body.rows).toEqual([expect.objectContaining({ number: 1, state: 'in', email: one.email })]);
  const [user] = await at.deps.read.all<{ id: number }>(sql`select id from users where email = ${one.email}`);
  expect(await lotData.collect(at.deps.read, user?.id ?? 0)).toEqual({ lots: own.body.rows });
  await at.deps.write((work) => lotData.erase(work, user?.id ?? 0));
  expect(await at.lotsNow()).toEqual([]);
  await at.draw();
  expect(await at.entriesNow()).toEqual([]);
});
