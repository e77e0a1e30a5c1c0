import { and, eq, isNull } from 'drizzle-orm';
import { addAudit, participantForTicket } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { scans } from '../schema.ts';

/** Earlier scans no longer count, even when uploaded later. @throws Problem NOT_FOUND when not admitted */
export async function takeAdmissionBack(
  work: Work,
  { eventId, participantId, editorId }: { eventId: number; participantId: number; editorId: number },
): Promise<void> {
  const person = await participantForTicket(work.tx, participantId);
  const [counting] = await work.tx
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.participantId, participantId), eq(scans.eventId, eventId), eq(scans.admitted, true)));
  if (!person || !counting) return refuse('NOT_FOUND');
  await work.tx
    .update(scans)
    .set({ admitted: false, takenBackAt: work.now, takenBackBy: editorId })
    .where(and(eq(scans.participantId, participantId), isNull(scans.takenBackAt)));
  await addAudit(work, { orderId: person.orderId, type: 'Other', editorId, comment: 'gate.admissionTakenBack' });
}
