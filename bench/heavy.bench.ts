import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { bookOne, call, loginByCode, newCompetition, type Place, type Session } from '#tests/support/crowd.ts';
import { type RunningServer, startServer } from '#tests/support/server.ts';
import { watchHealth } from './support/health.ts';
import { hostileUploads } from './support/hostile-uploads.ts';
import type { Bench, Row } from './support/rows.ts';

/** As many as one order holds. */
const people = 200;
const captains = 4;
const seconds = 15;
const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn' };
const event = '/events/donau-marathon';

/**
 * What `/healthz` takes while captains of clubs fill in and order for 200 people each, and 200 tickets go out by mail; and while
 * files come that ask for very much.
 */
export default {
  name: 'heavy',
  async run(): Promise<Row[]> {
    const server = await roomyShop();
    try {
      const organizer = await loginByCode(server, 'organizer@startblock.example');
      const admin = await loginByCode(server, 'admin@startblock.example');
      const place = await newCompetition(server, organizer, 1_000_000);
      const small = await purchases(server, organizer, place);
      const clubs: Club[] = [];
      for (let at = 0; at < captains; at += 1) clubs.push(await clubOf(server, place, at));
      const idle = await healthDuring(server, () => new Promise((done) => setTimeout(done, 3000)));
      const counts = { pages: 0, bytes: 0, papers: 0 };
      const busy = await healthDuring(server, async () => {
        const end = performance.now() + seconds * 1000;
        await call(server, 'PATCH', `/api/admin/orders/${clubs[0]?.orderId}/status`, { status: 'complete' }, organizer);
        await Promise.all(clubs.map((club) => ask(server, club, () => performance.now() < end, counts)));
      });
      const note = `${captains} visits with ${people} people each, for ${seconds} s: ${counts.pages} pages, ${counts.papers} papers; ${busy.asked} asked, ${busy.failed} failed; half within ${busy.p50Ms.toFixed(1)} ms`;
      return [
        { what: '/healthz: worst', value: busy.worstMs, unit: 'ms', better: 'lower', note },
        { what: '/healthz: 99 of 100 within', value: busy.p99Ms, unit: 'ms', better: 'lower' },
        { what: '/healthz of an idle server: worst', value: idle.worstMs, unit: 'ms', better: 'lower' },
        {
          what: `a page of ${people} people`,
          value: counts.bytes / 1024,
          unit: 'KB',
          better: 'lower',
          note: 'largest',
        },
        ...small,
        ...(await hostileUploads(server, { eventId: place.eventId, organizer, admin })),
      ];
    } finally {
      await server.stop();
    }
  },
} satisfies Bench;

/** The demo shop with places and articles for everybody. */
async function roomyShop(): Promise<RunningServer> {
  const first = await startServer({ env });
  await first.kill('SIGTERM');
  const database = createClient({ url: `file:${join(first.dataDir, 'startblock.db')}` });
  await database.batch(
    [
      'update competitions set total_ticket_count = 1000000',
      'update competition_prices set quantity_total = 1000000',
      'update article_variants set total = 1000000',
    ],
    'write',
  );
  database.close();
  return startServer({ dataDir: first.dataDir, env });
}

async function healthDuring(server: RunningServer, run: () => Promise<unknown>) {
  const watching = watchHealth(server.url);
  await run();
  return watching.end();
}

type Club = { who: Session; orderId: number; form: URLSearchParams; wrong: URLSearchParams };

/** A draft of the demo event, as it is posted, right and with a mistake in every line; and an order of as many people. */
export async function clubOf(server: RunningServer, place: Place, at: number): Promise<Club> {
  const who = await loginByCode(server, `captain-${at}@bench.example`);
  const { json } = await call(server, 'GET', `/api${event}`, undefined);
  const { competitions, formFields = [] } = json.event as {
    competitions: { id: number; type: string }[];
    formFields?: { id: number; isRequired: boolean; options: { value: string }[] }[];
  };
  const run = competitions.find(({ type }) => type === 'single');
  const form = new URLSearchParams({ csrf: who.csrf, intent: 'keep' });
  for (let index = 0; index < people; index += 1) {
    const [team, person] = [`teams[${index}]`, `teams[${index}].participants[0]`];
    form.set(`${team}.competitionId`, String(run?.id));
    form.set(`${team}.localId`, `t${index}`);
    const said = {
      localId: `p${index}`,
      firstName: `Läufer ${at}`,
      lastName: `Nummer ${index}`,
      birthDate: '1.5.1990',
      gender: 'female',
      nationalityCountryCode: 'AT',
      email: `l${index}@bench.example`,
    };
    for (const [name, value] of Object.entries(said)) form.set(`${person}.${name}`, value);
    for (const field of formFields) {
      if (field.isRequired) form.set(`${person}.fields.${field.id}`, field.options[0]?.value ?? 'x');
    }
  }
  const wrong = new URLSearchParams(form);
  wrong.set('intent', 'next');
  for (const name of [...wrong.keys()]) if (name.endsWith('.birthDate')) wrong.set(name, 'gestern');
  const participants = Array.from({ length: people }, (_, index) => ({
    localId: `p${index}`,
    firstName: `Läufer ${at}`,
    lastName: `Nummer ${index}`,
    birthDate: '1990-05-01',
    gender: 'female',
    email: `l${at}-${index}@bench.example`,
  }));
  const booked = await call(
    server,
    'POST',
    `/api/events/${place.eventId}/book`,
    {
      teams: participants.map((person) => ({ competitionId: place.competitionId, participants: [person] })),
      totalPrice: 2500 * people,
      termsAccepted: true,
      eventConditionsAccepted: true,
    },
    who,
  );
  if (booked.status !== 201) throw new Error(`${booked.status}: ${JSON.stringify(booked.json)}`);
  return { who, orderId: Number(booked.json.orderId), form, wrong };
}

/** One thing after the other, as long as `goesOn` says. */
async function ask(
  server: RunningServer,
  { who, orderId, form, wrong }: Club,
  goesOn: () => boolean,
  counts: { pages: number; bytes: number; papers: number },
): Promise<void> {
  const headers = { cookie: who.cookie };
  const get = (path: string) => fetch(server.url + path, { headers });
  const post = (body: URLSearchParams) =>
    fetch(`${server.url}${event}/competitions`, { method: 'POST', headers, body, redirect: 'manual' });
  while (goesOn()) {
    for (const page of [
      () => post(form),
      () => get(`${event}/competitions`),
      () => post(wrong),
      () => post(form),
      () => get(`${event}/articles`),
      () => get(`/orders/${orderId}`),
    ]) {
      const answer = await page();
      if (answer.status >= 500) throw new Error(`${answer.url}: ${answer.status}`);
      counts.pages += 1;
      counts.bytes = Math.max(counts.bytes, (await answer.arrayBuffer()).byteLength);
    }
    const { downloadLink } = (await (await get(`/api/orders/${orderId}/confirmation`)).json()) as {
      downloadLink: string;
    };
    const paper = await fetch(new URL(downloadLink, server.url));
    if (paper.status !== 200) throw new Error(`a paper: ${paper.status}`);
    await paper.arrayBuffer();
    counts.papers += 1;
  }
}

/** One person's ticket by mail after the payment, and papers that are asked for one after the other. */
async function purchases(server: RunningServer, organizer: Session, place: Place): Promise<Row[]> {
  const buyer = await loginByCode(server, 'single@bench.example');
  const rounds = 30;
  const paper = async (round: number) => {
    const { orderId } = await bookOne(server, buyer, place, `Einzeln ${round}`);
    const answer = await fetch(`${server.url}/api/orders/${orderId}/confirmation`, {
      headers: { cookie: buyer.cookie },
    });
    const { downloadLink } = (await answer.json()) as { downloadLink: string };
    const began = performance.now();
    await (await fetch(new URL(downloadLink, server.url))).arrayBuffer();
    return performance.now() - began;
  };
  for (let round = 0; round < 5; round += 1) await paper(-1 - round);
  const began = performance.now();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await paper(round));
  const perSecond = rounds / ((performance.now() - began) / 1000);
  const { orderId } = await bookOne(server, buyer, place, 'Bezahlt');
  const paid = performance.now();
  await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, organizer);
  while (!(await server.mailbox('single@bench.example')).some(({ attachments }) => attachments.length > 0)) {
    if (performance.now() - paid > 60_000) throw new Error('no mail came');
  }
  return [
    { what: 'purchases with their paper, one after the other', value: perSecond, unit: '/s', better: 'higher' },
    {
      what: 'the paper of one: half within',
      value: times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
      unit: 'ms',
      better: 'lower',
    },
    { what: 'the mail with its paper after the payment', value: performance.now() - paid, unit: 'ms', better: 'lower' },
  ];
}
