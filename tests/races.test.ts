import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '#src/platform/database.ts';
import { type RunningServer, startServer } from './support/server.ts';

/** Many buyers, few places, a real server process that loses its power in between. */
type Session = { cookie: string; csrf: string };
type Place = { eventId: number; competitionId: number };

const servers: RunningServer[] = [];
let server: RunningServer;
let organizer: Session;

beforeAll(async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  servers.push(server);
  organizer = await loginByCode(server, 'organizer@startblock.example');
});
afterAll(() => Promise.all(servers.map((each) => each.stop())));

test('500 parallel bookings for 100 places: exactly 100 sold, no 5xx', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, 100);
  const buyer = await guest(server, place.eventId);
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => book(server, buyer, place, `p${i}`)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(count(201)).toBe(100);
  const refusals = answers.filter((answer) => answer.status !== 201).map((answer) => answer.code);
  expect(
    refusals.filter((code) => code !== 'TICKET_COMPETITION_PRICE_SOLD_OUT' && code !== 'NOT_ENOUGH_TICKETS'),
  ).toEqual([]);
  expect(await soldOf(server, place)).toBe(100);
});

test('a kill under load loses no answered order', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, 10_000);
  const buyer = await guest(server, place.eventId);
  const answered: number[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let running = true;
  const buyers = Array.from({ length: 24 }, async (_, lane) => {
    for (let i = 0; running; i++) {
      const answer = await book(server, buyer, place, `k${lane}-${i}`).catch(() => null);
      if (!answer) return;
      if (answer.status === 201) answered.push(answer.orderId as number);
      if (answered.length >= 200) resolve();
    }
  });
  await enough;
  await server.kill('SIGKILL');
  running = false;
  await Promise.all(buyers);
  const after = await startServer({ dataDir: server.dataDir, env: { LIMIT_FACTOR: '0' } });
  servers.push(after);
  server = after;
  const database = await Database.open(`file:${after.dataDir}/startblock.db`);
  const rows = await database.read.all<{ id: number }>(sql`select id from orders`);
  const sold = await database.read.all<{ sold: number; held: number }>(
    sql`select sold, (select count(*) from participants p where p.competition_id = c.id and p.live = 1) held from competitions c where id = ${place.competitionId}`,
  );
  await database.close();
  const kept = new Set(rows.map((row) => row.id));
  expect(answered.length).toBeGreaterThanOrEqual(200);
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect(sold[0]?.sold).toBe(sold[0]?.held);
});

/**
 * The negative control: the same crowd, but each buyer counts first and takes afterwards, as code without the
 * conditional update would. It sells more than there is, so the race above is one.
 */
test('without the guard the same crowd is sold more places than there are', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table places (sold integer not null)`));
  await database.transact((tx) => tx.run(sql`insert into places values (0)`));
  const sell = async () => {
    const [row] = await database.read.all<{ sold: number }>(sql`select sold from places`);
    if ((row?.sold ?? 0) >= 100) return false;
    await database.transact((tx) => tx.run(sql`update places set sold = sold + 1`));
    return true;
  };
  const sales = await Promise.all(Array.from({ length: 500 }, sell));
  await database.close();
  expect(sales.filter(Boolean).length).toBeGreaterThan(100);
});

async function call(at: RunningServer, method: string, path: string, body: unknown, session?: Session) {
  const response = await fetch(at.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(session ? { cookie: session.cookie, 'x-csrf-token': session.csrf } : {}),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    json: text ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: response.headers,
  };
}

function sessionOf(headers: Headers): Session {
  const pairs = headers.getSetCookie().map((line) => line.split(';')[0] as string);
  const csrf = decodeURIComponent(
    pairs.find((pair) => pair.startsWith('csrf-token='))?.slice('csrf-token='.length) ?? '',
  );
  return { cookie: pairs.join('; '), csrf };
}

async function loginByCode(at: RunningServer, email: string): Promise<Session> {
  await call(at, 'POST', '/api/auth/code/send-mail', { email });
  let code: string | undefined;
  for (let looked = 0; looked < 200 && !code; looked++) {
    const mail = (await at.mailbox()).find(({ to }) => to.includes(email));
    code = /^(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  }
  const answer = await call(at, 'POST', '/api/auth/code/login', { email, code });
  expect(answer.status).toBe(200);
  return sessionOf(answer.headers);
}

async function guest(at: RunningServer, eventId: number): Promise<Session> {
  const answer = await call(at, 'POST', '/api/auth/code/unauthenticated-login', { email: 'crowd@race.test', eventId });
  expect(answer.status).toBe(200);
  return sessionOf(answer.headers);
}

async function newCompetition(at: RunningServer, as: Session, tickets: number): Promise<Place> {
  const in60Days = new Date(Date.now() + 60 * 86_400_000).toISOString();
  const made = await call(
    at,
    'POST',
    '/api/admin/events',
    { title: `Race for ${tickets}`, startTimestamp: in60Days, endTimestamp: in60Days },
    as,
  );
  expect(made.status).toBe(201);
  const eventId = Number(made.json.eventId);
  const competition = await call(
    at,
    'POST',
    `/api/admin/competitions/${eventId}`,
    { title: 'All at once', totalTicketCount: tickets, timestamp: in60Days },
    as,
  );
  const competitionId = (competition.json.competition as { id: number }).id;
  await call(at, 'POST', `/api/admin/competition-prices/${competitionId}`, { price: 2500, quantity: tickets }, as);
  await call(at, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true }, as);
  return { eventId, competitionId };
}

async function book(at: RunningServer, as: Session, { eventId, competitionId }: Place, localId: string) {
  const { status, json } = await call(
    at,
    'POST',
    `/api/events/${eventId}/book`,
    {
      teams: [
        {
          competitionId,
          participants: [{ localId, firstName: 'Crowd', lastName: localId, birthDate: '1990-05-01', gender: 'female' }],
        },
      ],
      totalPrice: 2500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    },
    as,
  );
  return { status, orderId: json.orderId, code: json.code };
}

async function soldOf(at: RunningServer, { eventId, competitionId }: Place): Promise<number> {
  const response = await fetch(`${at.url}/api/events/${eventId}`);
  const { event } = (await response.json()) as {
    event: { competitions: { id: number; totalTicketCount: number; availableTicketCount: number }[] };
  };
  const competition = event.competitions.find(({ id }) => id === competitionId);
  return (competition?.totalTicketCount ?? 0) - (competition?.availableTicketCount ?? 0);
}
