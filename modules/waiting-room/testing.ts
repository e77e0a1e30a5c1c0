import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { hours, minutes, toIso } from '#src/kernel/time.ts';
import { type Caller, type TestShopOptions, testShop } from '#tests/support/shop.ts';

export type Place = {
  state: string;
  number: number;
  ahead: number | null;
  minutes: number | null;
  until: string | null;
  title: string;
  text: string;
  pauseSeconds: number;
};
export type RoomAnswer = { isOn: boolean; phase: string | null; seedHash: string | null; place: Place | null };

export async function raceWithRoom(
  room: Record<string, unknown> = {},
  options: TestShopOptions & { event?: Record<string, unknown>; tickets?: number } = {},
) {
  const { event = {}, tickets = 100, ...shopOptions } = options;
  const shop = await testShop(shopOptions);
  const race = await shop.deps.write((work) => makeRace(work, { event, tickets }));
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const { eventId } = race;
  const managed = `/api/admin/events/${eventId}/waiting-room`;
  const set = (input: Record<string, unknown>) => admin.json<Record<string, never>>('PUT', managed, input);
  const opensAt = shop.clock() + hours(1);
  const made = await set({ beginsAt: toIso(opensAt), leadMinutes: 120, mostAtOnce: 2, windowMinutes: 10, ...room });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const path = `/api/events/${eventId}/waiting-room`;
  let guests = 0;
  const guest = async (address?: string): Promise<Caller> => {
    guests += 1;
    const visitor = shop.visitor(address ? { address } : {});
    await visitor.json('POST', '/api/auth/code/unauthenticated-login', { email: `g${guests}@example.test`, eventId });
    return visitor;
  };
  const look = async (caller: Caller) => (await caller.json<RoomAnswer>('GET', path)).body;
  const stateOf = async (caller: Caller) => (await look(caller)).place?.state ?? null;
  const join = (caller: Caller) => caller.json<RoomAnswer & { code?: string }>('POST', path);
  const joined = async (address?: string) => {
    const caller = await guest(address);
    const { status, body } = await join(caller);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return caller;
  };
  const book = (caller: Caller, change: Record<string, unknown> = {}) =>
    caller.json<{ orderId?: number; code?: string; details?: Record<string, unknown> }>(
      'POST',
      `/api/events/${eventId}/book`,
      bookingOf(race, [runner()], change),
    );
  const open = async (...people: readonly Caller[]) => {
    shop.clock.set(toIso(opensAt - minutes(1)));
    for (const person of people) await look(person);
    shop.clock.set(toIso(opensAt));
  };
  const later = (ms = minutes(1) / 30) => shop.clock.advance(ms);
  return {
    shop,
    race,
    eventId,
    admin,
    managed,
    set,
    opensAt,
    path,
    guest,
    look,
    stateOf,
    join,
    joined,
    book,
    open,
    later,
  };
}
