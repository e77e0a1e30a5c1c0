import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { mails } from '#src/data/schema.ts';
import { minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';

const anna = 'anna@example.test';
type Refused = { code: string; message: string };
const text = 'Die E-Mail konnte nicht zugestellt werden. Versuch es noch einmal oder nimm eine andere Adresse.';

/** A mail server that takes calls and says nothing. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const hangUp = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, hangUp };
}

test('reports a mail server that is down in the API and on the page, and gives the attempts back', async () => {
  const stopped = await startSmtpServer();
  await stopped.stop();
  const shop = await testShop({ env: { SMTP_URL: stopped.url, LIMIT_FACTOR: '0' } });
  for (let n = 0; n < 7; n++) {
    const answer = await shop.visitor().json<Refused>('POST', '/api/auth/code/send-mail', { email: anna });
    expect([answer.status, answer.body.code]).toEqual([502, 'MAIL_DELIVERY_ERROR']);
    expect(answer.body.message).toBe(text);
  }
  const page = await shop.visitor().form('/auth', { email: anna, to: '/', way: 'code' });
  expect(page.status).toBe(409);
  const html = await page.text();
  expect(html).toContain(text);
  expect(html).toContain(`value="${anna}"`);
  // What was told to have failed does not arrive later, and its codes lie nowhere.
  const rows = await shop.deps.read.select().from(mails);
  expect(rows.map(({ status, params }) => [status, params])).toEqual(rows.map(() => ['failed', {}]));

  const restarted = await startSmtpServer({ port: Number(new URL(stopped.url).port) });
  onTestFinished(() => restarted.stop());
  shop.clock.advance(minutes(2));
  await shop.settle();
  expect(restarted.mails).toEqual([]);
  const person = shop.visitor();
  expect((await person.json('POST', '/api/auth/code/send-mail', { email: anna })).status).toBe(200);
  expect(restarted.mails).toHaveLength(1);
  const code = /^\d{6}\r?$/m.exec(restarted.mails[0]?.source ?? '')?.[0].trim();
  expect((await person.json('POST', '/api/auth/code/login', { email: anna, code })).status).toBe(200);
});

test('reports a silent mail server after some seconds', async () => {
  const server = await silentServer();
  const shop = await testShop({ env: { SMTP_URL: server.url } });
  const begun = performance.now();
  const answer = await shop.visitor().json<Refused>('POST', '/api/auth/code/send-mail', { email: anna });
  expect([answer.status, answer.body.code]).toEqual([502, 'MAIL_DELIVERY_ERROR']);
  expect(performance.now() - begun).toBeLessThan(9000);
  await server.hangUp();
  const state = async () =>
    (await shop.deps.read.select().from(mails)).map(({ status, params }) => ({ status, params }));
  await expect.poll(state).toEqual([{ status: 'failed', params: {} }]);
});

test('reports a refused address; a deferred mail counts as sent', async () => {
  const server = await startSmtpServer();
  onTestFinished(() => server.stop());
  const shop = await testShop({ env: { SMTP_URL: server.url } });
  const ask = () => shop.visitor().json<Refused>('POST', '/api/auth/code/send-mail', { email: anna });
  server.refuseWith = { at: 'recipient', code: 550, text: '5.1.1 no such user' };
  expect((await ask()).body.code).toBe('MAIL_DELIVERY_ERROR');
  server.refuseWith = { at: 'recipient', code: 451, text: '4.7.1 greylisted' };
  expect((await ask()).status).toBe(200);
  server.refuseWith = null;
  shop.clock.advance(minutes(1));
  await shop.settle();
  expect(server.mails).toHaveLength(1);
});

test('reports the same for a new address of an account', async () => {
  const stopped = await startSmtpServer();
  const shop = await testShop({ env: { SMTP_URL: stopped.url } });
  const person = shop.visitor();
  await person.json('POST', '/api/auth/code/send-mail', { email: anna });
  const code = /^\d{6}\r?$/m.exec(stopped.mails[0]?.source ?? '')?.[0].trim();
  expect((await person.json('POST', '/api/auth/code/login', { email: anna, code })).status).toBe(200);
  await stopped.stop();
  const answer = await person.json<Refused>('POST', '/api/users/change-email', { newEmail: 'new@example.test' });
  expect([answer.status, answer.body.code]).toEqual([502, 'MAIL_DELIVERY_ERROR']);
});
