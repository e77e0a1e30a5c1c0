import { addAudit, type BibDeps, correctBib, participantForTicket } from '#modules/orders/index.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import type { Work } from '#src/data/work.ts';
import { Problem, refuse, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AtGate } from '../at-gate.ts';

/** Only replaces an existing number that `replaces` names. @throws Problem NOT_FOUND, VALIDATION_FAILED at `bib` */
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
  // A device has no account, so the history names its gate.
  if (deviceId !== null && gate !== null)
    await addAudit(work, {
      orderId: person.orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.bibByDevice',
      changes: [{ participantId, field: 'gate', before: null, after: gate }],
    });
}

/** Showing it again needs the parents or the office, so the desk cannot. @throws Problem NOT_FOUND */
export async function hideNameAtDesk(
  work: Work,
  { publicNames }: Pick<Deps, 'publicNames'>,
  { eventId, userId, deviceId }: AtGate,
  { participantId, gate }: { participantId: number; gate: string | null },
): Promise<void> {
  const person = await participantForTicket(work.tx, participantId);
  if (!person || person.eventId !== eventId || !person.live) return refuse('NOT_FOUND');
  const { orderId } = person;
  const isNew = await publicNames.hide(work, { id: participantId, orderId, eventId }, userId);
  // A device has no account, so the history names its gate.
  if (isNew && deviceId !== null && gate !== null)
    await addAudit(work, {
      orderId,
      type: 'Other',
      editorId: null,
      comment: 'gate.nameByDevice',
      changes: [{ participantId, field: 'gate', before: null, after: gate }],
    });
}
