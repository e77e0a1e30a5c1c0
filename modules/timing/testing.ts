import { asc } from 'drizzle-orm';
import { addressesOf, simulatedEvent } from '#dev/race-result-simulator/setup.ts';
import { makeRaceResultSimulator } from '#dev/race-result-simulator/simulator.ts';
import { participants } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, type Race, type runner } from '#modules/orders/testing.ts';
import { type Caller, type TestShopOptions, testShop } from '#tests/support/shop.ts';
import { raceResultPushes } from './schema.ts';

export const simulatedBase = 'https://timing.example';
export const rrId = '165435';

export async function shopWithTiming(options: TestShopOptions & { customFields?: string[] } = {}) {
  const shop = await testShop({ ...options, env: { RACE_RESULT_INTERVAL_MS: '0', LIMIT_FACTOR: '0', ...options.env } });
  const admin = await shop.login('admin@timing.test', { superAdmin: true });
  const race = await shop.deps.write((work) => makeRace(work, { tickets: 10_000 }));
  const simulator = makeRaceResultSimulator({
    baseUrl: simulatedBase,
    clock: shop.clock,
    events: [
      simulatedEvent(
        rrId,
        [
          { id: 1, name: '10 km', from: 101, to: 9999 },
          { id: 2, name: 'Staffel', from: 20_001, to: 29_999 },
        ],
        options.customFields ?? ['Team'],
      ),
    ],
    settings: { limitMs: 0 },
    fetch: async (url, init) => shop.shop.fetch(new Request(url, init)),
  });
  const { fetch } = shop.deps;
  shop.deps.fetch = (url, init) =>
    url.startsWith(`${simulatedBase}/`) ? simulator.fetch(new Request(url, init)) : fetch(url, init);
  const self = {
    shop,
    admin,
    race,
    simulator,
    there: () => simulator.participants(rrId),
    calls: (command: string) => simulator.calls.filter((call) => call.command === command),
    async setUp(change: Record<string, unknown> = {}): Promise<void> {
      const answer = await admin.json('PATCH', `/api/admin/events/${race.eventId}/race-result-data`, {
        rrId,
        ...addressesOf(simulatedBase, rrId),
        competitions: [
          { competitionId: race.runId, rrContestId: 1 },
          { competitionId: race.relayId, rrContestId: 2 },
        ],
        ...change,
      });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    pushes: () => shop.deps.read.select().from(raceResultPushes).orderBy(asc(raceResultPushes.participantId)),
    bibs: () =>
      shop.deps.read
        .select({ id: participants.id, bib: participants.rrBib, link: participants.rrChangelink })
        .from(participants)
        .orderBy(asc(participants.id)),
    /** Runs the queue and moves the clock until nothing waits. */
    async sync(rounds = 400): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        await shop.settle();
        await simulator.settled();
        const waiting = (await self.pushes()).filter(({ state }) => state === 'waiting' || state === 'failed');
        if (waiting.length === 0) return;
        shop.clock.advance(40_000);
      }
      throw new Error(`something waits for ever: ${JSON.stringify((await self.pushes()).slice(0, 3))}`);
    },
  };
  return self;
}
export type TimingShop = Awaited<ReturnType<typeof shopWithTiming>>;

export async function orderPaid(
  { admin }: { admin: Caller },
  race: Race,
  runners: ReturnType<typeof runner>[],
  change: Record<string, unknown> = {},
): Promise<{ orderId: number; participantIds: number[] }> {
  const path = `/api/events/${race.eventId}/book`;
  const body = bookingOf(race, runners, change);
  const placed = await admin.json<{ orderId: number }>('POST', path, body, { 'idempotency-key': crypto.randomUUID() });
  if (placed.status >= 300) throw new Error(JSON.stringify(placed.body));
  const orderId = placed.body.orderId;
  const paid = await admin.json<{
    order: { competitions: { teams: { participants: { id: number }[] }[] }[] };
  }>('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' });
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
  const participantIds = paid.body.order.competitions.flatMap(({ teams }) =>
    teams.flatMap(({ participants }) => participants.map(({ id }) => id)),
  );
  return { orderId, participantIds };
}
