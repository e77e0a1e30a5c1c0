import { addAudit, type BibDeps, correctBib, participantForTicket } from '#modules/orders/index.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import type { Work } from '#src/data/work.ts';
import { Problem, refuse, refuseFields } from '#src/kernel/problem.ts';
import type { AtGate } from '../at-gate.ts';

/**
 * Gives a start number that was typed at the desk. Somebody who has one already gets another only when `replaces` names the
 * number that the desk confirmed to replace.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED at `bib` for a number that somebody else of the event has, that the timing
 *   still knows by somebody who canceled, or for somebody whose number is not the one to replace
 */
export async function setBibAtDesk(
  deps: BibDeps,
  work: Work,
  { eventId, userId, deviceId }: AtGate,
  input: { participantId: number; bib: string; replaces?: string | undefined; gate: string | null },
): Promise<void> {
  const { participantId, replaces, gate } = input;
  const person = await participantForTicket(work.tx, participantId);
  if (!person || person.eventId !== eventId || !person.live) return refuse('NOT_FOUND');
  const bib = bibOf(input.bib);
  if (bib !== null && person.rrBib === bib) return;
  if (person.rrBib !== null && bibOf(person.rrBib) !== bibOf(replaces)) refuseFields({ bib: ['alreadySet'] });
  await correctBib(deps, work, { participantId, eventId, correction: { bib: input.bib }, editorId: userId }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'RR_BIB_CHANGE_FAILED') throw error;
      return refuseFields({ bib: [error.details.reason === 'taken' ? 'bibTaken' : 'bibKeptThere'] });
    },
  );
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
