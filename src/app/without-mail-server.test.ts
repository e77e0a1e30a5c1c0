import { afterEach, expect, test, vi } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { mails } from '#src/data/schema.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { snapshotOf, testShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';

/** Production in which nobody has set SMTP_URL. */
const bank = { BANK_PAYEE: 'Startblock', BANK_IBAN: 'AT611904300234573201' };
const production = { demo: false, mailbox: false } as const;
afterEach(() => void vi.useRealTimers());

test('mails wait until a mail server is set, and who asks for a code is told that none comes', async () => {
  const shop = await testShop({ ...production, env: bank });
  const visitor = shop.visitor();
  const asked = await visitor.json('POST', '/api/auth/code/send-mail', { email: 'anna@example.test' });
  expect([asked.status, (asked.body as { code?: string }).code]).toEqual([502, 'MAIL_DELIVERY_ERROR']);

  const race = await shop.deps.write((work) => makeRace(work, {}));
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'anna@example.test',
    eventId: race.eventId,
  });
  const booked = await visitor.json('POST', `/api/events/${race.eventId}/book`, bookingOf(race, [runner({})]));
  expect(booked.status).toBe(201);
  await shop.settle();
  shop.clock.advance(hours(72));
  await shop.settle();
  const waiting = (await shop.deps.read.select().from(mails)).filter(({ status }) => status === 'queued');
  expect(waiting.length).toBeGreaterThan(0);
  expect(new Set(waiting.map(({ failure }) => failure))).toEqual(new Set(['unset']));
  expect(await shop.mails()).toEqual([]);

  const smtp = await startSmtpServer();
  const later = await testShop({
    demo: false,
    snapshot: await snapshotOf(shop.deps.database),
    clock: shop.clock,
    env: { ...bank, SMTP_URL: smtp.url },
  });
  later.clock.advance(minutes(1));
  await later.settle();
  await smtp.stop();
  expect(smtp.mails).toHaveLength(waiting.length);
});

test.each([
  ['production', production, 3],
  ['a demo', { demo: true }, 0],
  ['with a mail server', { ...production, env: { SMTP_URL: 'smtp://localhost' } }, 0],
])('the log says at the start and every hour that none is set: %s', async (_, options, lines) => {
  const shop = await testShop(options);
  const warn = vi.spyOn(shop.deps.log, 'warn');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shop.shop.startJobs();
  vi.advanceTimersByTime(hours(2));
  const said = warn.mock.calls.map(([message, fields]) => `${message}: ${fields?.why}`);
  const reminders = said.filter((line) => /mails wait and nobody can log in by mail: .*SMTP_URL/.test(line));
  expect(reminders).toHaveLength(lines);
  await shop.shop.stop();
  vi.advanceTimersByTime(hours(2));
  expect(warn.mock.calls.length).toBe(said.length);
});
