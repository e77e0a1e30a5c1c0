import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';

type Line = { message: string; fields: Record<string, unknown> };

/** What the shop writes into its log from now on. */
function linesOf({ deps }: TestShop): Line[] {
  const lines: Line[] = [];
  Object.assign(deps.log, { info: (message: string, fields: Line['fields']) => void lines.push({ message, fields }) });
  return lines;
}

test('a browser leaves one line, without anything of a person', async () => {
  const shop = await testShop();
  const lines = linesOf(shop);
  const guest = shop.visitor();
  const data = JSON.stringify({
    code: 'RESERVING_TICKETS_FAILED',
    teams: [{ competitionId: 3, teamName: 'Anna & Co' }],
  });
  expect((await guest.json('POST', '/api/logs', { data })).status).toBe(204);
  const person = await shop.login('runner@log.example');
  expect((await person.json('POST', '/api/logs', { data: 'failed for anna@runner.example' })).status).toBe(204);
  expect(lines.filter(({ message }) => message === 'clientLog').map(({ fields }) => fields)).toEqual([
    { data: '{"code":"RESERVING_TICKETS_FAILED","teams":[{"competitionId":3}]}' },
    { data: 'failed for …@…' },
  ]);
  expect((await person.json('POST', '/api/logs', { data: 'x' }, { 'x-csrf-token': '' })).status).toBe(403);
});

test('64 KB are the most, in bytes, and nobody fills the log', async () => {
  const shop = await testShop();
  const guest = shop.visitor();
  const send = (data: unknown) => guest.json<{ code: string }>('POST', '/api/logs', { data });
  expect((await send('x'.repeat(65_536))).status).toBe(204);
  for (const wrong of ['x'.repeat(65_537), 'ü'.repeat(40_000), 5, null, undefined]) {
    expect(await send(wrong)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  }
  let written = 1;
  while ((await send('x')).status === 204) written += 1;
  expect(written).toBe(60);
});

test('a refused booking leaves its reason and its basket, from the call and from the page', async () => {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const person = await shop.login('runner@log.example');
  const lines = linesOf(shop);
  const booking = bookingOf(race, [runner({ lastName: 'Geheim' })], { totalPrice: 1 });
  const answer = await person.json<{ code: string }>('POST', `/api/events/${race.eventId}/book`, booking);
  expect(answer.body.code).toBe('NOT_MATCHING_ORDER_TOTAL');
  const failed = lines.filter(({ message }) => message === 'failedBooking');
  expect(failed).toHaveLength(1);
  expect(failed[0]?.fields.code).toBe('NOT_MATCHING_ORDER_TOTAL');
  expect(JSON.parse(String(failed[0]?.fields.data)).basket.teams).toMatchObject([{ competitionId: race.runId }]);
  expect(JSON.stringify(lines)).not.toMatch(/Geheim|Zoë|zoe@/);
});
