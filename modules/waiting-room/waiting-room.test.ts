import { createHash, createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { hours, minutes, seconds, toIso } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { waitingRoomModule } from './module.ts';
import { waitingDraws, waitingPlaces, waitingRooms } from './schema.ts';
import { type Place, raceWithRoom } from './testing.ts';

test('draws waiting visitors by a seed fixed before, verifiable by everyone', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1 });
  const people: Caller[] = [];
  for (let n = 0; n < 12; n++) people.push(await at.joined());
  const before = await at.look(people[0] as Caller);
  expect(before).toMatchObject({
    isOn: true,
    phase: 'gathering',
    place: { state: 'gathered', number: 1, ahead: null },
  });
  expect((await people[0]?.fetch(`/events/${at.eventId}/waiting-room/draw.txt`))?.status).toBe(404);
  await at.open(...people);
  const seen = await Promise.all(people.map((person) => at.look(person)));
  const text = await (await (people[0] as Caller).fetch(`/events/${at.eventId}/waiting-room/draw.txt`)).text();
  const seed = /^seed (\w+)$/m.exec(text)?.[1] ?? '';
  expect(createHash('sha256').update(seed).digest('hex')).toBe(before.seedHash);
  const published = [...text.matchAll(/^(\d+) (\d+)$/gm)].map(([, rank, number]) => [Number(rank), Number(number)]);
  const lot = (n: number) => createHmac('sha256', seed).update(String(n)).digest('hex');
  const numbers = Array.from({ length: 12 }, (_, n) => n + 1).sort((a, b) => (lot(a) < lot(b) ? -1 : 1));
  expect(published).toEqual(numbers.map((number, rank) => [rank + 1, number]));
  const placeOf = (number: number) => seen.find(({ place }) => place?.number === number)?.place as Place;
  expect(placeOf(numbers[0] as number).state).toBe('turn');
  expect(numbers.slice(1).map((number) => placeOf(number).ahead)).toEqual(
    numbers.slice(1).map((_, before2) => before2),
  );
});

test('refuses a booking without a turn in the API, with a code, on the pages and before the opening', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1 }, { event: { placeHoldMinutes: 15 } });
  const [first, second, walkIn] = [await at.joined(), await at.joined(), await at.guest()];
  const refused = async (caller: Caller, change = {}) => {
    const { status, body } = await at.book(caller, change);
    expect([status, body.code, body.details]).toEqual([
      409,
      'WAITING_ROOM_NOT_YOUR_TURN',
      { waitingRoom: `/events/${at.eventId}/waiting-room` },
    ]);
  };
  await refused(first);
  await refused(walkIn, { appliedVouchers: [] });
  await at.open(first, second);
  const states = [await at.stateOf(first), await at.stateOf(second)];
  expect(states.sort()).toEqual(['turn', 'waiting']);
  const [lucky, waiting] = (await at.stateOf(first)) === 'turn' ? [first, second] : [second, first];
  await refused(waiting);
  await refused(walkIn);
  for (const step of ['competitions', 'articles', 'cancellation-protection', 'delivery-address', 'check-order']) {
    const page = await waiting.fetch(`/events/${at.eventId}/${step}`);
    expect([step, page.status, page.headers.get('location')]).toEqual([
      step,
      303,
      `/events/${at.eventId}/waiting-room`,
    ]);
  }
  const fields = {
    'teams[0].competitionId': String(at.race.runId),
    'teams[0].localId': 't',
    'teams[0].participants[0].localId': 'p',
    'teams[0].participants[0].firstName': 'Ida',
  };
  const posted = await waiting.form(`/events/${at.eventId}/competitions`, { ...fields, intent: 'next' });
  expect(posted.headers.get('location')).toBe(`/events/${at.eventId}/waiting-room`);
  const ordered = await waiting.form(`/events/${at.eventId}/check-order`, { key: 'k', accepted: 'true' });
  expect(ordered.status).toBe(303);
  expect(await at.shop.deps.read.select().from(orders)).toEqual([]);
  expect(await (await lucky.fetch(`/events/${at.eventId}/competitions`)).text()).toContain(
    'Deine Zeit zum Buchen läuft bis',
  );
  await lucky.form(`/events/${at.eventId}/competitions`, { ...fields, intent: 'keep' });
  const { placeHolds } = await import('#modules/events/schema-holds.ts');
  expect(await at.shop.deps.read.select().from(placeHolds)).toHaveLength(1);
  expect((await at.book(lucky)).status).toBe(201);
  await refused(lucky);
  at.later();
  expect(await at.stateOf(waiting)).toBe('turn');
  expect(await (await waiting.fetch(`/events/${at.eventId}/competitions`)).text()).toContain('Ida');
  expect((await at.book(waiting)).status).toBe(201);
});

/** Ten orders at once with one turn. `isGuarded`: false takes the room away, which is the control. */
async function rush(isGuarded: boolean): Promise<number[]> {
  const at = await raceWithRoom({}, { env: { LIMIT_FACTOR: '0' } });
  const person = await at.joined();
  await at.open(person);
  expect(await at.stateOf(person)).toBe('turn');
  if (!isGuarded) await at.admin.json('DELETE', at.managed);
  const answers = await Promise.all(Array.from({ length: 10 }, () => at.book(person)));
  return answers.map(({ status }) => status).sort();
}

test('of ten orders at once with one turn one is placed; without a room all are', async () => {
  expect(await rush(true)).toEqual([201, ...Array(9).fill(409)]);
  expect(await rush(false)).toEqual(Array(10).fill(201));
});

test('a refused order does not use up the turn, also in a batch', async () => {
  const at = await raceWithRoom({ mostAtOnce: 10 });
  const people = await Promise.all(
    [0, 1, 2, 3].map(async (n) => {
      const person = await at.shop.login(`member${n}@example.test`);
      await at.join(person);
      return person;
    }),
  );
  await at.open(...people);
  for (const person of people) expect(await at.stateOf(person)).toBe('turn');
  const wrong = await Promise.all(people.map((person) => at.book(person, { totalPrice: 1 })));
  expect(wrong.map(({ body }) => body.code)).toEqual(Array(4).fill('NOT_MATCHING_ORDER_TOTAL'));
  for (const person of people) expect(await at.stateOf(person)).toBe('turn');
  const right = await Promise.all(people.map((person) => at.book(person)));
  expect(right.map(({ status }) => status)).toEqual(Array(4).fill(201));
});

test('an order that is refused while it is written leaves the turn as well, in an event that holds places', async () => {
  const at = await raceWithRoom({ mostAtOnce: 10 }, { event: { placeHoldMinutes: 15 } });
  const people = await Promise.all(
    [0, 1, 2].map(async (n) => {
      const person = await at.shop.login(`member${n}@example.test`);
      await at.join(person);
      return person;
    }),
  );
  await at.open(...people);
  for (const person of people) expect(await at.stateOf(person)).toBe('turn');
  const [first, ...others] = people as [Caller, Caller, Caller];
  const twin = bookingOf(at.race, [runner({ firstName: 'Eva', lastName: 'Maier', birthDate: '1990-05-01' })]);
  expect((await at.book(first, twin)).status).toBe(201);
  const refused = await Promise.all(others.map((person) => at.book(person, twin)));
  expect(refused.map(({ body }) => body.code)).toEqual(Array(2).fill('TICKET_ALREADY_BOOKED'));
  for (const person of others) expect(await at.stateOf(person)).toBe('turn');
});

test('one place a visit, and one an account on all its devices', async () => {
  const at = await raceWithRoom();
  const guest = await at.joined();
  expect((await at.join(guest)).body.place?.number).toBe(1);
  const phone = await at.shop.login('eva@example.test');
  await at.join(phone);
  at.shop.clock.advance(minutes(2));
  const laptop = await at.shop.login('eva@example.test');
  expect((await at.look(laptop)).place?.number).toBe(2);
  expect((await at.join(laptop)).body.place?.number).toBe(2);
  expect(await at.shop.deps.read.select().from(waitingPlaces)).toHaveLength(2);
  // A row knows the account of a proven mailbox, and of a guest nothing but the visit.
  const rows = await at.shop.deps.read.select({ userId: waitingPlaces.userId }).from(waitingPlaces);
  expect(rows.map(({ userId }) => userId !== null)).toEqual([false, true]);
});

test('places of guests cost the network and the address; who logged in is not counted', async () => {
  const at = await raceWithRoom({}, { env: { LIMIT_FACTOR: '0.01' } });
  const network = '203.0.113.7';
  await at.joined(network);
  await at.joined(network);
  const third = await at.guest(network);
  const { status, body } = await at.join(third);
  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  const page = await third.form(`/events/${at.eventId}/waiting-room`, {});
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const proven = await at.shop.login('member@example.test');
  expect((await at.join(proven)).status).toBe(200);
});

test('late visitors and those absent at the draw queue at the end', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1 });
  const [early, away] = [await at.joined(), await at.joined()];
  await at.open(early);
  const late = await at.joined();
  expect((await at.look(early)).place?.state).toBe('turn');
  expect((await at.look(late)).place).toMatchObject({ state: 'waiting', ahead: 0 });
  expect((await at.look(away)).place).toMatchObject({ state: 'waiting', ahead: 1 });
});

test('an absent visitor is skipped, keeps the place for half an hour, and is next on return', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1, windowMinutes: 5 });
  await at.open();
  const [first, away, third] = [await at.joined(), await at.joined(), await at.joined()];
  const fourth = await at.joined();
  expect(await at.stateOf(first)).toBe('turn');
  at.shop.clock.advance(minutes(4));
  for (const person of [third, fourth]) await at.look(person);
  at.shop.clock.advance(minutes(1));
  expect(await at.stateOf(third)).toBe('turn');
  expect(await at.stateOf(first)).toBe('over');
  expect((await at.look(away)).place).toMatchObject({ state: 'waiting', ahead: 0 });
  at.shop.clock.advance(minutes(4));
  for (const person of [away, fourth]) await at.look(person);
  at.later(minutes(1));
  at.later();
  expect([await at.stateOf(away), await at.stateOf(fourth)]).toEqual(['turn', 'waiting']);
  at.shop.clock.advance(minutes(31));
  await at.shop.settle();
  expect(await at.stateOf(fourth)).toBe(null);
});

test('after a missed turn the visitor queues at the end and keeps the input', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1, windowMinutes: 5 });
  await at.open();
  const person = await at.joined();
  const other = await at.joined();
  expect((await at.look(person)).place).toMatchObject({ state: 'turn', until: toIso(at.opensAt + minutes(5)) });
  at.shop.clock.advance(minutes(3) - seconds(1));
  await at.look(other);
  at.shop.clock.advance(minutes(2) + seconds(1));
  const refused = await at.book(person);
  expect(refused.body.code).toBe('WAITING_ROOM_NOT_YOUR_TURN');
  const page = await (await person.fetch(`/events/${at.eventId}/waiting-room`)).text();
  expect(page).toContain('Deine Zeit ist um');
  expect(await at.stateOf(other)).toBe('turn');
  const again = await person.form(`/events/${at.eventId}/waiting-room`, {});
  expect(again.headers.get('location')).toBe(`/events/${at.eventId}/waiting-room`);
  expect((await at.look(person)).place).toMatchObject({ state: 'waiting', ahead: 0, number: 3 });
});

test('the organizer holds the queue, lets more in, and ends it; people of the event wait for nobody', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1 });
  await at.open();
  const people = [await at.joined(), await at.joined(), await at.joined()];
  const states = async () => Promise.all(people.map(at.stateOf));
  expect(await states()).toEqual(['turn', 'waiting', 'waiting']);
  await at.set({ isPaused: true });
  await at.set({ mostAtOnce: 2 });
  at.later();
  expect(await states()).toEqual(['turn', 'waiting', 'waiting']);
  expect((await at.look(people[1] as Caller)).place).toMatchObject({
    minutes: null,
    text: expect.stringContaining('angehalten'),
  });
  await at.set({ isPaused: false });
  expect(await states()).toEqual(['turn', 'turn', 'waiting']);
  const { body } = await at.admin.json<{ figures: Record<string, number> }>('GET', at.managed);
  expect(body.figures).toMatchObject({ joined: 3, waiting: 1, active: 2, admitted: 2, booked: 0, lastMinute: 2 });
  expect((await at.book(at.admin)).status).toBe(201);
  const late = await at.guest();
  expect((await at.book(late)).status).toBe(409);
  await at.admin.json('DELETE', at.managed);
  expect((await at.book(late)).status).toBe(201);
  expect(await at.look(late)).toMatchObject({ isOn: false, place: null });
  expect((await at.join(late)).body.code).toBe('WAITING_ROOM_IS_OFF');
  const history = await (await at.admin.fetch(`/admin/events/${at.eventId}/history`)).text();
  expect(history).toContain('So viele buchen gleichzeitig');
});

test('no more turns begin within a minute than the organizer says', async () => {
  const at = await raceWithRoom({ mostAtOnce: 10, perMinute: 2 });
  await at.open();
  const people = [await at.joined(), await at.joined(), await at.joined(), await at.joined(), await at.joined()];
  const turns = async () => (await Promise.all(people.map(at.stateOf))).filter((state) => state === 'turn').length;
  expect(await turns()).toBe(2);
  at.later(seconds(59));
  expect(await turns()).toBe(2);
  at.later(seconds(2));
  expect(await turns()).toBe(4);
});

test('ends by itself without waiting visitors, but not within ten minutes of the opening', async () => {
  const at = await raceWithRoom({ mostAtOnce: 3 });
  await at.open();
  const person = await at.joined();
  await at.shop.settle();
  expect((await at.look(person)).isOn).toBe(true);
  at.shop.clock.advance(minutes(11));
  await at.shop.settle();
  expect((await at.look(person)).isOn).toBe(false);
  const [room] = await at.shop.deps.read.select().from(waitingRooms);
  expect(room?.endedAt).toBe(at.shop.clock());
  expect(await (await at.admin.fetch(`/admin/events/${at.eventId}/history`)).text()).toContain('Von selbst zu Ende');
  // An hour later all places are deleted; the draw can still be checked.
  at.shop.clock.advance(hours(1) + minutes(6));
  await at.shop.settle();
  expect(await at.shop.deps.read.select().from(waitingPlaces)).toEqual([]);
  expect(await at.shop.deps.read.select().from(waitingDraws)).toHaveLength(1);
});

test('a server that was away at the opening draws when it is back, among those that it had seen last', async () => {
  const at = await raceWithRoom();
  const people = [await at.joined(), await at.joined(), await at.joined()];
  at.shop.clock.advance(minutes(50));
  for (const person of people) await at.look(person);
  at.shop.clock.set(toIso(at.opensAt + minutes(20)));
  const late = await at.joined();
  const [draw] = await at.shop.deps.read.select().from(waitingDraws);
  expect([...(draw?.numbers ?? [])].sort()).toEqual([1, 2, 3]);
  // All have a minute to come back before the first turn begins.
  expect((await at.look(late)).place).toMatchObject({ state: 'waiting', ahead: 3 });
  at.shop.clock.advance(seconds(40));
  for (const person of [late, ...people]) expect(await at.stateOf(person)).toBe('waiting');
  at.shop.clock.advance(seconds(20));
  const states = [];
  for (const person of [late, ...people]) states.push(await at.stateOf(person));
  expect(states.filter((state) => state === 'turn')).toHaveLength(2);
  expect(states[0]).toBe('waiting');
});

test('a guest who logs out or anybody who leaves gives the place away; what is known of it is taken along and erased', async () => {
  const at = await raceWithRoom();
  const places = () => at.shop.deps.read.select().from(waitingPlaces);
  const member = await at.shop.login('member@example.test');
  await at.join(member);
  const { collect } = waitingRoomModule.personalData ?? {};
  const [row] = await places();
  expect(await collect?.(at.shop.deps.read, row?.userId as number)).toMatchObject({
    waitingPlaces: [{ eventId: at.eventId, number: 1, rank: null }],
  });
  await member.json('DELETE', at.path);
  expect(await places()).toEqual([]);
  const guest = await at.joined();
  await guest.json('POST', '/api/auth/logout');
  await at.shop.settle();
  expect(await places()).toEqual([]);
  // An account goes on with its place on another device.
  await at.join(member);
  await member.json('POST', '/api/auth/logout');
  await at.shop.settle();
  expect(await at.stateOf(await at.shop.login('member@example.test'))).toBe('gathered');
  const { erase } = waitingRoomModule.personalData ?? {};
  await at.shop.deps.write(async (work) => erase?.(work, row?.userId as number));
  expect(await places()).toEqual([]);
});

test('a room needs to know when the sale begins', async () => {
  const at = await raceWithRoom();
  const { status, body } = await at.set({ beginsAt: null });
  expect([status, body]).toMatchObject([
    400,
    { details: { fields: { beginsAt: [expect.stringContaining('Verkauf')] } } },
  ]);
  const opens = toIso(at.opensAt + hours(2));
  const prices = await at.admin.json('PATCH', `/api/admin/competition-prices/${at.race.runPriceId}`, {
    availableFrom: opens,
  });
  expect(prices.status).toBe(200);
  const { body: set } = await at.set({ beginsAt: null });
  expect(set).toMatchObject({ isOn: true, opensAt: opens });
});

test('other events have no queue', async () => {
  const at = await raceWithRoom();
  await at.admin.json('DELETE', at.managed);
  const person = await at.guest();
  const { NoopLogger } = await import('drizzle-orm');
  const { vi } = await import('vitest');
  const statements: string[] = [];
  const spy = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation(((text: string) => {
    statements.push(text);
  }) as never);
  try {
    expect((await at.book(person)).status).toBe(201);
    await person.fetch(`/events/${at.eventId}/competitions`);
    await person.fetch(`/events/${at.eventId}`);
  } finally {
    spy.mockRestore();
  }
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter((text) => /waiting_(rooms|places)/.test(text))).toEqual([]);
});

test('a poll writes nothing for half a minute and reads one row', async () => {
  const at = await raceWithRoom();
  const people = [await at.joined(), await at.joined()];
  await at.open(...people);
  for (const person of people) await at.look(person);
  const { NoopLogger } = await import('drizzle-orm');
  const { vi } = await import('vitest');
  const statements: string[] = [];
  const spy = vi.spyOn(NoopLogger.prototype, 'logQuery').mockImplementation(((text: string) => {
    statements.push(text);
  }) as never);
  try {
    for (let times = 0; times < 5; times++) await at.look(people[0] as Caller);
  } finally {
    spy.mockRestore();
  }
  const ofRoom = statements.filter((text) => !text.includes('session'));
  expect(ofRoom.filter((text) => !text.startsWith('select'))).toEqual([]);
  expect(ofRoom.filter((text) => text.includes('waiting_places'))).toHaveLength(5);
  expect(ofRoom.length).toBeLessThanOrEqual(10);
});

test('releases held places when the turn ends', async () => {
  const at = await raceWithRoom({ mostAtOnce: 1, windowMinutes: 5 }, { event: { placeHoldMinutes: 60 } });
  await at.open();
  const person = await at.joined();
  await person.form(`/events/${at.eventId}/competitions`, {
    'teams[0].competitionId': String(at.race.runId),
    'teams[0].localId': 't',
    'teams[0].participants[0].localId': 'p',
    'teams[0].participants[0].firstName': 'Ida',
    intent: 'keep',
  });
  const { placeHolds } = await import('#modules/events/schema-holds.ts');
  const held = async () => (await at.shop.deps.read.select().from(placeHolds)).map(({ quantity }) => quantity);
  await at.shop.settle();
  expect(await held()).toEqual([1]);
  at.shop.clock.advance(minutes(5));
  await at.shop.settle();
  expect(await held()).toEqual([0]);
});

test('a copied event has no room', async () => {
  const at = await raceWithRoom();
  const { body } = await at.admin.json<{ copiedEventId: number }>('POST', `/api/admin/events/${at.eventId}/copy`, {});
  const { events } = await import('#modules/events/schema.ts');
  const [copy] = await at.shop.deps.read.select().from(events).where(eq(events.id, body.copiedEventId));
  expect(copy?.waitingRoom).toBe(false);
});
