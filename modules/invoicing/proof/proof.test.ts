import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settlementScene } from '../settlements/testing.ts';
import { proofJob } from './proof-job.ts';
import { openProofAlarms } from './read-proof.ts';

test('alarms nightly while the money of an event does not add up', async () => {
  const at = await settlementScene();
  await at.byBank();
  const { deps } = at.shop;
  const errors: unknown[] = [];
  const log = { ...deps.log, error: (...entry: unknown[]) => void errors.push(entry) };
  const look = () => proofJob({ ...deps, log }).run();
  const tasks = async () =>
    (await (await at.admin.fetch('/admin/todo')).text()).includes('Das Geld einer Veranstaltung geht nicht auf');
  await look();
  expect([errors, await openProofAlarms(deps.read), await tasks()]).toEqual([[], [], false]);
  const change = (by: number) =>
    deps.write(({ tx }) => tx.run(sql`update event_money_sums set received_cents = received_cents + ${by}`));
  await change(1);
  await look();
  await look();
  expect(errors).toHaveLength(2);
  expect(errors[0]).toEqual(['the money of an event does not add up', { eventId: at.eventId, breaches: 'ledger' }]);
  expect(await openProofAlarms(deps.read)).toMatchObject([{ eventId: at.eventId, breaches: ['ledger'] }]);
  expect(await tasks()).toBe(true);
  const { body } = await at.admin.json<{ adds: boolean }>('GET', `/api/admin/events/${at.eventId}/proof-sheet`);
  expect(body.adds).toBe(false);
  await change(-1);
  await look();
  expect([await openProofAlarms(deps.read), await tasks()]).toEqual([[], false]);
});
