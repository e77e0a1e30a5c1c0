import { eq } from 'drizzle-orm';
import { setBib } from '#modules/orders/index.ts';
import { bibOf as asKept } from '#modules/orders/rules/bib.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { bibOf, isBibTaken, orderIdOf } from '../read-person.ts';
import { sends, settingsOf } from '../read-settings.ts';
import { refuse } from '../rules/problems.ts';
import { errorOf } from '../rules/push.ts';
import { raceResultPushes } from '../schema.ts';
import type { CallDeps } from './client.ts';
import { changedBits, enqueueOrder } from './enqueue.ts';
import { endLease, takeLease } from './lease.ts';
import { pushOf } from './read-pushes.ts';
import { push } from './sync-job.ts';

/** Undone here when refused, queued without an answer. @throws Problem RR_BIB_TAKEN, RR_BIB_CHANGE_FAILED, NOT_FOUND */
export async function changeBib(
  deps: CallDeps,
  input: { eventId: number; participantId: number; bib: string; editorId: number },
): Promise<void> {
  const { eventId, participantId, editorId } = input;
  const bib = asKept(input.bib) ?? refuseFields({ bib: ['required'] });
  const goesThere = await deps.write(async (work) => {
    const orderId = (await orderIdOf(work.tx, eventId, participantId)) ?? refuse('NOT_FOUND');
    if (await isBibTaken(work.tx, { eventId, bib, besides: participantId })) refuse('RR_BIB_TAKEN');
    await setBib(work, { participantId, bib, editorId, source: 'hand' });
    const settings = await settingsOf(work.tx, eventId);
    if (!sends(settings) || (settings.syncStopDate !== null && work.now >= settings.syncStopDate)) return false;
    await enqueueOrder(work, orderId, changedBits, [participantId]);
    await work.tx
      .update(raceResultPushes)
      .set({ lastError: null })
      .where(eq(raceResultPushes.participantId, participantId));
    return (await pushOf(work.tx, participantId)) !== null;
  });
  const lease = goesThere ? await takeLease(deps, eventId) : null;
  // The holder of the lease sends the change.
  if (!lease) return;
  try {
    await push(deps, lease, participantId);
  } finally {
    await endLease(deps, lease);
  }
  const now = await pushOf(deps.read, participantId);
  const error = now?.lastError ? errorOf(now.lastError) : null;
  if (error?.code === 'RR_BIB_CHANGE_FAILED' && (await bibOf(deps.read, participantId)) !== bib)
    refuse('RR_BIB_CHANGE_FAILED');
}
