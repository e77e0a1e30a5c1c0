import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { Database } from '#src/data/database.ts';
import { call, newCompetition, type Place, type Session, sessionOf } from './support/crowd.ts';
import { saferpaySettings } from './support/saferpay.ts';
import { bun, type RunningServer, startServer } from './support/server.ts';
import { startSmtpServer, type TestSmtpServer } from './support/smtp-server.ts';

/** A server in which everything fails, with a person's data. Its output must not contain the data, codes, cookies or tokens. */
const name = 'Zyxwvutson';
const street = 'Zyxwvutgasse 77';
const address = 'zyxwvut.person@zyxwvut-mail.test';
const iban = 'DE89370400440532013000';
const card = '4111111111111111';
const authorization = 'Bearer zyxwvut-authorization';
const secrets = ['zyxwvut', iban, card];

let server: RunningServer;
let smtp: TestSmtpServer;
let provider: Server;
let database: Database;
let admin: Session;
let buyer: Session;
let place: Place;

beforeAll(async () => {
  smtp = await startSmtpServer();
  // It quotes its input, like the real one.
  provider = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(402, { 'content-type': 'application/json' });
      const quoted = `card ${card} of ${name}`;
      const header = { SpecVersion: '1.32', RequestId: 'r' };
      const body = { ResponseHeader: header, Behavior: 'ABORT', ErrorName: 'VALIDATION_FAILED', ErrorMessage: quoted };
      response.end(JSON.stringify({ ...body, ErrorDetail: [quoted], ProcessorMessage: quoted }));
    });
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  server = await startServer({
    program: bun,
    args: ['--preload', './tests/support/unforeseen.ts', 'src/main.ts', 'serve', '--demo'],
    env: {
      ...saferpaySettings(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`),
      SMTP_URL: smtp.url,
      LIMIT_FACTOR: '0',
      LOG_LEVEL: 'debug',
      SAID: `${name}, ${address}`,
    },
  });
  database = await Database.open(`file:${server.dataDir}/startblock.db`);
  admin = await login('admin@startblock.example');
  buyer = await login(address);
  place = await newCompetition(server, admin, 50);
}, 60_000);

afterAll(async () => {
  await database?.close();
  await server?.stop();
  await smtp?.stop();
  provider?.close();
});

async function login(email: string): Promise<Session> {
  await call(server, 'POST', '/api/auth/code/send-mail', { email });
  const code = await vi.waitFor(() => {
    const mail = smtp.mails.find(({ to }) => to.includes(email));
    const found = /^(\d{6})\r?$/m.exec(mail?.source ?? '')?.[1];
    expect(found).toBeDefined();
    return String(found);
  }, 10_000);
  const answer = await call(server, 'POST', '/api/auth/code/login', { email, code });
  expect(answer.status).toBe(200);
  const session = sessionOf(answer.headers);
  secrets.push(code, session.csrf, ...session.cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
  return session;
}

const change = (statement: string) => database.transact((tx) => tx.run(sql.raw(statement)));
const rowsOf = <T>(statement: string): Promise<T[]> => database.read.all<T>(sql.raw(statement));
/** The database refuses inserts into this table until the end of `during`. */
const broken = async <T>(table: string, during: () => Promise<T>): Promise<T> => {
  await change(`create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`);
  try {
    return await during();
  } finally {
    await change('drop trigger broken');
  }
};

/** Waits for a log line; a server's first mail waits for the drawing process. */
async function lineWith(part: string, from: number): Promise<Record<string, string>> {
  return vi.waitFor(() => {
    const line = server
      .output()
      .slice(from)
      .split('\n')
      .find((each) => each.includes(part));
    expect(line, part).toBeDefined();
    return JSON.parse(line as string) as Record<string, string>;
  }, 20_000);
}
const here = () => server.output().length;

const booking = (over: object = {}) => ({
  teams: [
    {
      competitionId: place.competitionId,
      participants: [
        {
          localId: 'a',
          firstName: name,
          lastName: name,
          birthDate: '1990-05-01',
          gender: 'female',
          email: address,
          ...over,
        },
      ],
    },
  ],
  totalPrice: 2500,
  termsAccepted: true,
  eventConditionsAccepted: true,
});
const book = (over?: object) => call(server, 'POST', `/api/events/${place.eventId}/book`, booking(over), buyer);

test('a statement of a verb', async () => {
  const from = here();
  const answer = await broken('participants', () => book());
  expect(answer.status).toBe(500);
  expect(await lineWith('a request failed', from)).toMatchObject({
    where: 'POST /api/events/:eventId/book',
    error: 'LibsqlError',
    code: expect.stringContaining('SQLITE_CONSTRAINT'),
    statement: expect.stringContaining('participants'),
    stack: expect.stringMatching(/:\d+:\d+/),
  });
});

test('a statement about an address', async () => {
  const from = here();
  await change('alter table limit_counters rename to limit_counters_away');
  const answer = await call(server, 'POST', '/api/auth/code/send-mail', { email: address });
  await change('alter table limit_counters_away rename to limit_counters');
  expect(answer.status).toBe(500);
  const line = await lineWith('a request failed', from);
  expect(line).toMatchObject({ reason: 'no such table: limit_counters', statement: expect.any(String) });
});

let orderId = 0;
/** The `last_error` of facts and mails; some are cleared later. */
const failures: string[] = [];
const failuresNow = async (table: 'facts' | 'mails') => {
  const rows = await rowsOf<{ e: string }>(`select last_error e from ${table} where last_error is not null`);
  expect(rows.length).toBeGreaterThan(0);
  failures.push(...rows.map(({ e }) => e));
  return rows;
};

test('the handler of a fact', async () => {
  orderId = Number((await book()).json.orderId);
  expect(orderId).toBeGreaterThan(0);
  const from = here();
  await broken('mails', async () => {
    const paid = await call(server, 'PATCH', `/api/admin/orders/${orderId}/status`, { status: 'complete' }, admin);
    expect(paid.status).toBe(200);
    await lineWith('a fact could not be delivered', from);
    // Read while it is broken; afterwards it is delivered.
    const kept = await vi.waitFor(() => failuresNow('facts'), 10_000);
    for (const { e } of kept) expect(e).toMatch(/^LibsqlError SQLITE_CONSTRAINT\w*$/);
  });
});

test.each([
  ['recipient', `5.1.1 <${address}>: "${name}" of ${address} unknown; see https://mail.test/?who=${address}`],
  ['content', `5.7.1 Message for ${address} refused, "${name}" is spam`],
] as const)('a mail that the server refuses by its %s', async (at, text) => {
  smtp.refuseWith = { at, code: 550, text };
  const from = here();
  await call(server, 'PATCH', `/api/admin/orders/${orderId}/resend-email`, {}, admin);
  const line = await lineWith('a mail was not sent', from);
  expect(line).toMatchObject({ outcome: 'permanent', reason: expect.stringMatching(/^550 5\.\d\.1$/) });
  await vi.waitFor(async () => {
    expect((await failuresNow('mails')).filter(({ e }) => e.startsWith('550'))).not.toEqual([]);
  }, 10_000);
  smtp.refuseWith = null;
});

test('the payment provider', async () => {
  const { json } = await book({ lastName: `${name} pays`, birthDate: '1993-05-01' });
  const from = here();
  const begun = await call(server, 'POST', `/api/orders/${json.orderId}/init`, { paymentMethod: 'visa' }, buyer);
  expect(begun.status).toBeGreaterThanOrEqual(400);
  expect(await lineWith('the payment provider', from)).toMatchObject({ errorName: 'VALIDATION_FAILED' });
});

test('an uploaded drawing', async () => {
  const from = here();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text>${name}</${name}></svg>`;
  const body = new FormData();
  body.set('file', new File([svg], `${name}.svg`));
  const headers = { cookie: admin.cookie, 'x-csrf-token': admin.csrf };
  const path = `/api/admin/events/${place.eventId}/picture`;
  const answer = await fetch(server.url + path, { method: 'POST', body, headers });
  expect(answer.status).toBe(400);
  await lineWith('an uploaded picture could not be read', from);
});

test("a bank's file", async () => {
  const from = here();
  const made = camtFile([{ amount: 2500, text: makeReference('SB', orderId), name, iban, bankReference: 'zyxwvut-1' }]);
  const body = new FormData();
  body.set('file', new File([made], `${name}.xml`));
  const headers = { cookie: admin.cookie, 'x-csrf-token': admin.csrf };
  const path = '/api/admin/imports/bank-transactions';
  const answer = await broken('bank_lines', () => fetch(server.url + path, { method: 'POST', body, headers }));
  expect(answer.status).toBe(503);
  await lineWith('a bank file was booked only in part', from);
});

test('a body that is none, and addresses with secrets', async () => {
  const from = here();
  const broken = await fetch(`${server.url}/api/events/${place.eventId}/book?token=zyxwvut-token&email=${address}`, {
    method: 'POST',
    body: `{"firstName": ${name}, "street": "${street}"`,
    headers: { 'content-type': 'application/json', cookie: buyer.cookie, 'x-csrf-token': buyer.csrf, authorization },
  });
  expect(broken.status).toBe(400);
  for (const path of [
    `/tickets/zyxwvut-token?email=${address}`,
    `/zyxwvut/${name}`,
    `/auth/callback/google?code=zyxwvut&state=${name}`,
  ]) {
    await (await fetch(server.url + path, { redirect: 'manual', headers: { authorization } })).text();
  }
  await lineWith('"message":"request"', from);
});

test('a page that cannot be drawn', async () => {
  const from = here();
  await change(`update events set time_zone = 'Zyx/${name}', version = version + 1 where id = ${place.eventId}`);
  const page = await fetch(`${server.url}/admin/events/${place.eventId}`, { headers: { cookie: admin.cookie } });
  expect(page.status).toBe(500);
  expect(await lineWith('a request failed', from)).toMatchObject({ error: 'RangeError' });
  await lineWith('"message":"request"', from);
  await change(`update events set time_zone = 'Europe/Vienna' where id = ${place.eventId}`);
});

/** Closes the connection during a request. */
async function hangUp(head: string, body: string): Promise<void> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `${head}\r\nhost: localhost:${port}\r\ncookie: ${buyer.cookie}\r\nx-csrf-token: ${buyer.csrf}\r\n\r\n${body}`,
  );
  await new Promise<void>((written) => socket.end(() => written()));
  socket.destroy();
}

test('somebody who is gone in the middle of a request is no error', async () => {
  const from = here();
  const begun = `{"firstName":"${name}",`;
  const length = 'content-length: 100000';
  const json = `content-type: application/json\r\n${length}`;
  const form = `content-type: application/x-www-form-urlencoded\r\n${length}`;
  const file = `content-type: multipart/form-data; boundary=x\r\n${length}`;
  const adminsFile = file.replace('\r\n', `\r\ncookie: ${admin.cookie}\r\nx-csrf-token: ${admin.csrf}\r\n`);
  await hangUp(`POST /api/events/${place.eventId}/book HTTP/1.1\r\n${json}`, begun);
  await hangUp(`POST /auth HTTP/1.1\r\n${form}`, `email=${address}&`);
  await hangUp(`POST /api/admin/events/${place.eventId}/picture HTTP/1.1\r\n${adminsFile}`, '--x\r\n');
  await hangUp('GET / HTTP/1.1', '');
  const gone = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return metrics.split('\n').filter((line) => line.includes('status="499"')).length;
  };
  await vi.waitFor(async () => expect(await gone()).toBeGreaterThanOrEqual(2), 10_000);
  expect(server.output().slice(from)).not.toMatch(/"level":"error"|"status":500/);
});

test('what nobody foresaw: a rejection, the console of a library, and at last an exception', async () => {
  const from = here();
  process.kill(server.pid, 'SIGUSR2');
  expect(await lineWith('unhandled rejection', from)).toMatchObject({ level: 'error', statement: expect.any(String) });
  expect(await lineWith('"method":"error"', from)).toMatchObject({ level: 'warn', errors: 'Error' });
  await lineWith('"method":"log"', from);
  process.kill(server.pid, 'SIGUSR2');
  await lineWith('uncaught exception', from);
  expect(await server.kill('SIGTERM')).toBe(1);
});

test('nothing of anybody stands in the log or beside a fact or a mail', async () => {
  const lines = server.output().split('\n');
  expect(lines.length).toBeGreaterThan(40);
  await failuresNow('mails');
  expect(failures.length).toBeGreaterThan(2);
  const written = [...lines, ...failures];
  const told = written.filter((line) => secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())));
  expect(told).toEqual([]);
});
