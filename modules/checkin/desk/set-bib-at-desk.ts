import { addAudit, participantForTicket, setBib } from '#modules/orders/index.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Work } from '#src/platform/work.ts';
import type { AtGate } from '../at-gate.ts';
import { isBibTaken } from './read-desk.ts';

/**
 * Gives a start number to somebody who has none yet: typed at the desk from the pile of those that are left. Who has one
 * keeps it; that is changed in the management.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a number that somebody else of the event has, or
 *   that the timing still knows by somebody who canceled, or for somebody who has
 *   another one
 */
export async function setBibAtDesk(
  { bibsKeptElsewhere }: Pick<Deps, 'bibsKeptElsewhere'>,
  work: Work,
  { eventId, userId, deviceId }: AtGate,
  { participantId, bib: typed, gate }: { participantId: number; bib: string; gate: string | null },
): Promise<void> {
  const bib = bibOf(typed);
  const person = await participantForTicket(work.tx, participantId);
  if (!person || person.eventId !== eventId || !person.live) return refuse('NOT_FOUND');
  if (bib === null) return refuseFields({ bib: ['required'] });
  if (person.rrBib === bib) return;
  if (person.rrBib !== null) refuseFields({ bib: ['alreadySet'] });
  if (await isBibTaken(work.tx, { eventId, participantId, bib })) refuseFields({ bib: ['bibTaken'] });
  const keptBy = (await bibsKeptElsewhere(work.tx, eventId)).get(bib);
  if (keptBy !== undefined && keptBy !== participantId) refuseFields({ bib: ['bibKeptThere'] });
  await setBib(work, { participantId, bib, editorId: userId, source: 'hand' });
  // No account stands for a device, so the history names its gate.
  if (deviceId !== null && gate !== null)
    await addAudit(work, {
      orderId: person.orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.bibByDevice',
      changes: [{ participantId, field: 'gate', before: null, after: gate }],
    });
}
