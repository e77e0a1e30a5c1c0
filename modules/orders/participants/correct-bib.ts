import { and, eq, ne } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { Problem, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { bibOf } from '../rules/bib.ts';
import { refuse } from '../rules/problems.ts';
import { participants } from '../schema.ts';
import { setBib } from './set-bib.ts';

/** `bib: null` takes the number away; `nextFree` takes the smallest free number of the person's competition. */
export type BibCorrection = { bib: string | null } | { nextFree: true };
export type BibDeps = Pick<Deps, 'bibsKeptElsewhere' | 'bibLimits' | 'nextFreeBib'>;

type CorrectBib = {
  participantId: number;
  eventId: number;
  correction: BibCorrection;
  editorId: number | null;
  /** The holder of a ticket that shows another number is mailed a new ticket. */
  mailsTicket?: boolean;
};

/**
 * Gives a participant another start number by hand, also one outside of every range, or takes it away.
 * @throws Problem NOT_FOUND (also for a canceled order), VALIDATION_FAILED at `bib`, RR_BIB_CHANGE_FAILED with
 *   `details.reason`: `taken` (`details.bib`, `details.participantId`: who has it), `keptByTiming` (RACE RESULT knows a
 *   canceled participant by it), `knownByTiming` (RACE RESULT gives a number that is taken away again), `noRange` or `full`
 *   (no next free number)
 */
export async function correctBib(deps: BibDeps, work: Work, input: CorrectBib): Promise<void> {
  const { participantId, eventId, correction, editorId, mailsTicket = false } = input;
  const [person] = await work.tx
    .select({
      eventId: participants.eventId,
      competitionId: participants.competitionId,
      live: participants.live,
      rrBib: participants.rrBib,
    })
    .from(participants)
    .where(eq(participants.id, participantId));
  if (!person?.live || person.eventId !== eventId) return refuse('NOT_FOUND');
  const limits = await deps.bibLimits(work.tx, { eventId, participantId }, work.now);
  const bib =
    'bib' in correction
      ? bibInput(correction.bib, limits.digitsOnly)
      : await nextBib(deps, work, { ...person, participantId, isParticipantId: limits.isParticipantId });
  if (bib === person.rrBib) return;
  if (bib === null && limits.knownAs !== null) fail('knownByTiming', { bib: limits.knownAs });
  if (bib !== null) {
    const keptBy = (await deps.bibsKeptElsewhere(work.tx, eventId)).get(bib);
    if (keptBy !== undefined && keptBy !== participantId) fail('keptByTiming', { bib });
    if (limits.isParticipantId) await refuseOtherId(work, { eventId, participantId, bib });
  }
  const source = 'nextFree' in correction && !limits.isParticipantId ? 'range' : 'hand';
  await setBib(work, { participantId, bib, editorId, source, mailsTicket }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'BIB_TAKEN') return fail('taken', error.details);
    throw error;
  });
}

const fail = (reason: string, details: Readonly<Record<string, unknown>> = {}): never =>
  refuse('RR_BIB_CHANGE_FAILED', { ...details, reason });

function bibInput(typed: string | null, digitsOnly: boolean): string | null {
  if (typed === null) return null;
  const bib = bibOf(typed);
  if (bib === null) return refuseFields({ bib: ['required'] });
  if (/[\p{C}\u2028\u2029]/u.test(bib)) return refuseFields({ bib: ['problem.issue.form'] });
  if (digitsOnly && !/^[1-9]\d{0,8}$/.test(bib)) return refuseFields({ bib: ['bibDigits'] });
  return bib;
}

type Place = { participantId: number; eventId: number; competitionId: number; isParticipantId: boolean };

async function nextBib(deps: BibDeps, { tx }: Work, place: Place): Promise<string> {
  if (place.isParticipantId) return String(place.participantId);
  const next = await deps.nextFreeBib(tx, place);
  return 'bib' in next ? next.bib : fail(next.none);
}

/** Where ids serve as start numbers, refuses the id of another participant. */
async function refuseOtherId(
  { tx }: Work,
  { eventId, participantId, bib }: { eventId: number; participantId: number; bib: string },
): Promise<void> {
  const [other] = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(eq(participants.eventId, eventId), eq(participants.id, Number(bib) || 0), ne(participants.id, participantId)),
    );
  if (other) fail('taken', { bib, participantId: other.id });
}

/**
 * After a move to another competition: the next free number there, for somebody whose number lies outside of its ranges.
 * Answers `none` when all numbers there are given, and the old number stays.
 */
export async function takeBibOfCompetition(
  deps: BibDeps,
  work: Work,
  { participantId, editorId }: { participantId: number; editorId: number },
): Promise<'taken' | 'none' | 'stays'> {
  const [person] = await work.tx
    .select({
      eventId: participants.eventId,
      competitionId: participants.competitionId,
      rrBib: participants.rrBib,
    })
    .from(participants)
    .where(eq(participants.id, participantId));
  if (!person || person.rrBib === null) return 'stays';
  const { isParticipantId } = await deps.bibLimits(work.tx, { ...person, participantId }, work.now);
  if (isParticipantId) return 'stays';
  const next = await deps.nextFreeBib(work.tx, { ...person, current: person.rrBib });
  if ('none' in next) return next.none === 'full' ? 'none' : 'stays';
  await setBib(work, { participantId, bib: next.bib, editorId, source: 'range' });
  return 'taken';
}
