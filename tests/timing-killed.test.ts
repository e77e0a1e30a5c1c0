import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServedSimulator, serveSimulator } from '#dev/race-result-simulator/serve.ts';
import { addressesOf, simulatedEvent } from '#dev/race-result-simulator/setup.ts';
import { Database } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import { call, guest, loginByCode, newCompetition } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { isThorough } from './support/thorough.ts';

let timing: ServedSimulator | null = null;
const servers: RunningServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await timing?.close();
  timing = null;
});

const rrId = '4711';
const people = 25;

test('a server killed in the middle of a sync goes on: everybody is there once, with the number that we know', {
  timeout: 120_000,
}, async () => {
  timing = await serveSimulator({
    clock: () => instant(Date.now()),
    events: [simulatedEvent(rrId, [{ id: 1, name: 'Lauf', from: 1, to: 999 }])],
    settings: { limitMs: 0 },
  });
  const { simulator } = timing;
  // A delay between assigning a number and reporting it.
  simulator.misbehaviour.failNext({ command: 'part/new', kind: 'delay', delayMs: 40, times: 1000 });
  const env = { LIMIT_FACTOR: '0', RACE_RESULT_INTERVAL_MS: '0', LOG_LEVEL: 'warn' };
  let server = await startServer({ env });
  servers.push(server);
  const admin = await loginByCode(server, 'admin@startblock.example');
  const { eventId, competitionId } = await newCompetition(server, admin, people);
  const set = await call(
    server,
    'PATCH',
    `/api/admin/events/${eventId}/race-result-data`,
    {
      rrId,
      ...addressesOf(timing.url, rrId),
      competitions: [{ competitionId, rrContestId: 1 }],
    },
    admin,
  );
  expect(set.status, JSON.stringify(set.json)).toBe(200);
  const buyer = await guest(server, eventId);
  const booked = await call(server, 'POST', `/api/events/${eventId}/book`, booking(competitionId), buyer);
  const orderId = Number(booked.json.orderId);
  const paid = await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
  expect(paid.status, JSON.stringify(paid.json)).toBe(200);

  for (const known of isThorough ? [5, 12, 18] : [12]) {
    await until(async () => simulator.participants(rrId).length >= known);
    await server.kill('SIGKILL');
    await aMinuteLater(server.dataDir);
    server = await startServer({ dataDir: server.dataDir, env });
    servers.push(server);
  }
  const shown = async () =>
    (await call(server, 'GET', `/api/admin/events/${eventId}/race-result/participants?limit=100`, undefined, admin))
      .json as {
      rows: { participantId: number; rrBib: string; state: string }[];
    };
  await until(async () => {
    const { rows } = await shown();
    return rows.length === people && rows.every(({ state }) => state === 'sent');
  });
  const there = simulator.participants(rrId).map(({ ForeignKey, Bib }) => `${ForeignKey} ${Bib}`);
  const here = (await shown()).rows.map(({ participantId, rrBib }) => `${participantId} ${rrBib}`);
  expect(there.sort()).toEqual(here.sort());
});

/** Leases have expired, and lists are not cached. */
async function aMinuteLater(dataDir: string): Promise<void> {
  const database = await Database.open(`file:${dataDir}/startblock.db`);
  await database.transact(async (tx) => {
    await tx.run(sql`update job_leases set leased_until = 0, next_run_at = 0`);
    await tx.run(sql`update race_result_settings set leased_until = 0 where leased_until is not null`);
    await tx.run(sql`update race_result_pushes set next_attempt_at = 0, asked_at = asked_at - 60000`);
  });
  await database.close();
}

const booking = (competitionId: number) => ({
  teams: Array.from({ length: people }, (_, at) => ({
    competitionId,
    participants: [
      { localId: `p${at}`, firstName: 'Zoë', lastName: `Wałęsa ${at}`, birthDate: '1991-02-28', gender: 'female' },
    ],
  })),
  totalPrice: people * 2500,
  termsAccepted: true,
  eventConditionsAccepted: true,
});

/** Polls, because there is no event from the other process. */
const until = (isSo: () => Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 60_000, interval: 30 });
