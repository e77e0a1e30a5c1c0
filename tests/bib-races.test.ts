import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '#src/data/database.ts';
import { bookOne, call, guest, loginByCode, newCompetition, type Session } from './support/crowd.ts';
import { type RunningServer, startServer } from './support/server.ts';

/** Few numbers and concurrent requests: assigned on payment, issued, changed, imported, released and restored. */
let server: RunningServer;
let organizer: Session;

beforeAll(async () => {
  server = await startServer({ env: { LIMIT_FACTOR: '0' } });
  organizer = await loginByCode(server, 'organizer@startblock.example');
});
afterAll(() => server.stop());

type Row = { id: number; bib: string | null };

async function bibsOf(eventId: number): Promise<Row[]> {
  const database = await Database.open(`file:${server.dataDir}/startblock.db`);
  const rows = await database.read.all<Row>(
    sql`select id, rr_bib bib from participants where event_id = ${eventId} and live = 1`,
  );
  await database.close();
  return rows;
}
const twice = (rows: readonly Row[]): string[] => {
  const bibs = rows.flatMap(({ bib }) => bib ?? []);
  return bibs.filter((bib, at) => bibs.indexOf(bib) !== at);
};

test('numbers given in five ways at once are nobody’s twice', { timeout: 120_000 }, async () => {
  const place = await newCompetition(server, organizer, 200);
  const { eventId, competitionId } = place;
  const base = `/api/admin/events/${eventId}`;
  const ask = (method: string, path: string, body: object = {}) => call(server, method, path, body, organizer);
  await ask('POST', `${base}/bib-ranges`, { competitionId, first: 1, last: 25 });
  await ask('PATCH', `${base}/bibs`, { assignOnCompletion: true });
  const buyer = await guest(server, eventId);
  const answers: { what: string; status: number }[] = [];
  const orders: number[] = [];
  const note = <T extends { status: number }>(what: string, answer: T): T => {
    answers.push({ what, status: answer.status });
    return answer;
  };
  const applied = async (runId: unknown) => {
    if (typeof runId === 'number') note('apply', await ask('POST', `${base}/bib-runs/${runId}/apply`));
  };
  const sendFile = async (lines: string[]) => {
    const form = new FormData();
    form.set('file', new File([['Startnummer;Teilnehmer-ID', ...lines].join('\r\n')], 'nummern.csv'));
    const answer = await fetch(`${server.url}${base}/bib-imports`, {
      method: 'POST',
      headers: { cookie: organizer.cookie, 'x-csrf-token': organizer.csrf },
      body: form,
    });
    note('import', answer);
    const { run } = (await answer.json()) as { run?: { id: number } };
    await applied(run?.id);
  };
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let at = 0; at < 12; at += 1) {
      const turn = (lane + at) % 5;
      const some = orders[(lane * 5 + at * 3) % Math.max(1, orders.length)];
      if (turn <= 1 || some === undefined) {
        const { status, orderId } = await bookOne(server, buyer, place, `b${lane}-${at}`);
        if (status !== 201) continue;
        orders.push(Number(orderId));
        note('pay', await ask('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }));
      } else if (turn === 2) {
        const made = note(
          'preview',
          await ask('POST', `${base}/bib-runs`, { reassign: at % 2 === 0, sequence: 'name' }),
        );
        await applied((made.json.run as { id: number } | undefined)?.id);
      } else if (turn === 3) {
        note('cancel', await ask('PATCH', `/api/admin/orders/${some}/cancel`));
        note('back', await ask('PATCH', `/api/admin/orders/${some}/status`, { status: 'pending' }));
      } else {
        const people = await bibsOf(eventId);
        await sendFile(people.slice(0, 4).map(({ id }, index) => `${(lane + at + index) % 30};${id}`));
      }
    }
  });
  await Promise.all(lanes);
  const done = (what: string) => answers.filter((each) => each.what === what && each.status < 300).length;
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  for (const what of ['pay', 'preview', 'apply', 'cancel', 'back', 'import'])
    expect([what, done(what)]).not.toEqual([what, 0]);
  const rows = await bibsOf(eventId);
  expect(rows.filter(({ bib }) => bib !== null).length).toBeGreaterThan(10);
  expect(twice(rows)).toEqual([]);
});

test('of two people who are given one number by hand at once, one gets it and the other is told who has it', async () => {
  const place = await newCompetition(server, organizer, 20);
  const buyer = await guest(server, place.eventId);
  for (const name of ['x1', 'x2', 'x3', 'x4']) await bookOne(server, buyer, place, name);
  const ids = (await bibsOf(place.eventId)).map(({ id }) => id);
  await call(
    server,
    'POST',
    `/api/admin/events/${place.eventId}/bib-ranges`,
    { competitionId: place.competitionId, first: 1, last: 2 },
    organizer,
  );
  const correct = (id: number | undefined, body: object) =>
    call(server, 'PATCH', `/api/admin/participants/${id}/bib`, body, organizer);
  for (let round = 0; round < 8; round += 1) {
    const answers = await Promise.all(ids.map((id) => correct(id, { bib: String(100 + round) })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = (await bibsOf(place.eventId)).find(({ bib }) => bib === String(100 + round));
    for (const { status, json } of answers)
      if (status === 409) expect(json.details).toMatchObject({ reason: 'taken', participantId: winner?.id });
  }
  const next = await Promise.all(ids.map((id) => correct(id, { nextFree: true })));
  expect(next.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  expect(twice(await bibsOf(place.eventId))).toEqual([]);
});

/** The negative control: check-then-act without the index assigns a number twice. */
test('without the guard the same number is two people’s', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(sql`create table starters (id integer primary key, bib text)`));
  await database.transact((tx) => tx.run(sql`insert into starters (id) select value from json_each('[1,2,3,4,5,6]')`));
  const assign = async (id: number) => {
    const [free] = await database.read.all<{ n: number }>(
      sql`select value n from json_each('[1,2,3,4,5,6]') where cast(value as text) not in (select bib from starters where bib is not null) limit 1`,
    );
    await database.transact((tx) => tx.run(sql`update starters set bib = ${String(free?.n)} where id = ${id}`));
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(assign));
  const rows = await database.read.all<Row>(sql`select id, bib from starters`);
  await database.close();
  expect(twice(rows).length).toBeGreaterThan(0);
});
