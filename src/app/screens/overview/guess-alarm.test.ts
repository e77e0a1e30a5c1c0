import { expect, test } from 'vitest';
import { guessAlarmCount, guessAlarms, noteWrongGuess } from '#src/data/guess-alarm.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { scene } from '#tests/contract/scene.ts';

test('many wrong codes within an hour are told once in the log and to super admins for a day', async () => {
  const { shop, superAdmin, organizer, ids } = await scene();
  const lines: unknown[] = [];
  const deps = { ...shop.deps, log: { ...shop.deps.log, error: (_: string, more?: object) => lines.push(more) } };
  const guess = (times: number) =>
    Promise.all(Array.from({ length: times }, () => noteWrongGuess(deps, 'voucher', Number(ids.eventId))));
  await guess(guessAlarmCount - 1);
  expect([lines, await guessAlarms(shop.deps.read, shop.clock())]).toEqual([[], []]);
  await guess(2);
  expect(lines).toEqual(
    expect.arrayContaining([
      { kind: 'voucher', eventId: null, count: guessAlarmCount },
      { kind: 'voucher', eventId: ids.eventId, count: guessAlarmCount },
    ]),
  );
  expect(lines).toHaveLength(2);
  const todo = async (who = superAdmin) => (await who.fetch('/admin/todo')).text();
  expect((await todo()).match(/data-task="guesses/g)).toHaveLength(2);
  expect(await todo(organizer)).not.toContain('guesses');
  shop.clock.advance(hours(24) + minutes(1));
  expect(await guessAlarms(shop.deps.read, shop.clock())).toEqual([]);
});

test('wrong login codes and wrong vouchers of calls are counted for the whole installation', async () => {
  const { shop, buyer, ids } = await scene();
  for (let at = 0; at < 3; at++) await buyer.json('GET', `/api/events/${ids.eventId}/vouchers/WRONG${at}`);
  await shop.visitor().json('POST', '/api/auth/code/login', { email: 'anna@example.test', code: '123456' });
  const counts = await shop.deps.read.all<{ key: string; count: number }>(
    `select key, count from limit_counters where key like 'guesses|%' order by key`,
  );
  expect(counts).toEqual([
    { key: 'guesses|login|all', count: 1 },
    { key: `guesses|voucher|${ids.eventId}`, count: 3 },
    { key: 'guesses|voucher|all', count: 3 },
  ]);
});
