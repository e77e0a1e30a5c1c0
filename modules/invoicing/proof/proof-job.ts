import { eq } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { proofAlarms } from '../schema.ts';
import { adds, eventsWithMoney, proofSheetOf } from './read-proof.ts';

/** Checks an event; a mismatch is logged and stored until it is resolved. */
async function proveEvent(deps: Pick<Deps, 'read' | 'write' | 'clock' | 'log'>, eventId: number): Promise<void> {
  const sheet = await proofSheetOf(deps, eventId);
  if (!sheet) return;
  if (adds(sheet)) {
    await deps.write(async ({ tx }) => void (await tx.delete(proofAlarms).where(eq(proofAlarms.eventId, eventId))));
    return;
  }
  const breaches = sheet.checks.filter(({ holds }) => !holds).map(({ check }) => check);
  deps.log.error('the money of an event does not add up', { eventId, breaches: breaches.join(' ') });
  await deps.write(async ({ tx, now }) => {
    await tx
      .insert(proofAlarms)
      .values({ eventId, breaches, since: now })
      .onConflictDoUpdate({ target: proofAlarms.eventId, set: { breaches } });
  });
}

export const proofJob = (deps: Deps): Job => ({
  name: 'proof-sheets',
  everyMs: days(1),
  async run() {
    for (let after = 0; ; ) {
      const some = await eventsWithMoney(deps.read, after);
      for (const { eventId } of some) {
        await proveEvent(deps, eventId);
        after = eventId;
        await new Promise<void>((resume) => setImmediate(resume));
      }
      if (some.length === 0) return false;
    }
  },
});
