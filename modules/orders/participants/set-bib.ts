import { and, eq, ne, sql } from 'drizzle-orm';
import { brokenConstraint } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { addAudit } from '../add-audit.ts';
import { bibOf, maxBibLength } from '../rules/bib.ts';
import { bibSet } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { participants } from '../schema.ts';

/** From a range, a file, the timing system, or by hand. */
export type BibSource = 'timing' | 'range' | 'import' | 'hand';

export type SetBib = {
  participantId: number;
  bib: string | null;
  /** The participant's page in the timing system (https); null: none; missing: unchanged. */
  changelink?: string | null;
  /** null: the system or timing. */
  editorId?: number | null;
  source?: BibSource;
  /** Sends a new ticket if the sent one shows another number. */
  mailsTicket?: boolean;
};

/** Comments of the history by source. */
export const bibComments = {
  timing: 'participant.bibSet',
  range: 'participant.bibFromRange',
  import: 'participant.bibFromFile',
  hand: 'participant.bibByHand',
} as const satisfies Record<BibSource, string>;

/**
 * Sets a bib number. Announces `participant.bibSet {orderId, participantId}` on a change, with `isCorrected` when a
 * ticket must be sent again.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a long number or an invalid link, BIB_TAKEN
 * (`details.participantId`)
 */
export async function setBib(work: Work, input: SetBib): Promise<void> {
  const { participantId, editorId = null, source = 'timing', mailsTicket = false } = input;
  const [before] = await work.tx
    .select({
      orderId: participants.orderId,
      eventId: participants.eventId,
      live: participants.live,
      rrBib: participants.rrBib,
      rrChangelink: participants.rrChangelink,
    })
    .from(participants)
    .where(eq(participants.id, participantId));
  const { orderId, eventId, live, ...known } = before ?? refuse('NOT_FOUND');
  const fresh = {
    rrBib: bibOf(input.bib),
    rrChangelink: input.changelink === undefined ? known.rrChangelink : input.changelink?.trim() || null,
  };
  if ((fresh.rrBib ?? '').length > maxBibLength) refuseFields({ bib: ['tooLong'] });
  if (fresh.rrChangelink !== null && !isWebAddress(fresh.rrChangelink))
    refuseFields({ changelink: ['problem.issue.url'] });
  const changes = (['rrBib', 'rrChangelink'] as const)
    .filter((field) => fresh[field] !== known[field])
    .map((field) => ({ participantId, field, before: known[field], after: fresh[field] }));
  if (changes.length === 0) return;
  if (live && fresh.rrBib !== known.rrBib) await refuseTaken(work, { eventId, participantId, bib: fresh.rrBib });
  const changed = await work.tx
    .update(participants)
    .set(fresh)
    .where(eq(participants.id, participantId))
    .returning({ id: participants.id })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'unique') return refuse('BIB_TAKEN', { bib: fresh.rrBib });
      throw error;
    });
  present(changed[0], 'the participant was just read');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: bibComments[source], changes });
  const isCorrected = mailsTicket && known.rrBib !== null && fresh.rrBib !== known.rrBib;
  await work.announce(bibSet({ orderId, participantId, ...(isCorrected ? { isCorrected: true } : {}) }));
}

/** The unique index `participants_bib_once` refuses it, too; this names the holder. */
async function refuseTaken(
  { tx }: Work,
  { eventId, participantId, bib }: { eventId: number; participantId: number; bib: string | null },
): Promise<void> {
  if (bib === null) return;
  const [holder] = await tx
    .select({ id: participants.id })
    .from(participants)
    .where(
      and(
        eq(participants.eventId, eventId),
        // Numbers stored before the change to capital letters.
        /[A-Z]/.test(bib) ? sql`${participants.rrBib} = ${bib} collate nocase` : eq(participants.rrBib, bib),
        eq(participants.live, true),
        ne(participants.id, participantId),
      ),
    );
  if (holder) refuse('BIB_TAKEN', { bib, participantId: holder.id });
}

const isWebAddress = (text: string): boolean => text.length <= 2000 && /^https:\/\/[^\s"<>]+$/.test(text);

/** `bib: null` removes the number; `nextFree`: the smallest free number of the competition. */
export type BibCorrection = { bib: string | null } | { nextFree: true };
export type BibDeps = Pick<Deps, 'bibsHeldElsewhere' | 'bibLimits' | 'nextFreeBib'>;

type CorrectBib = {
  participantId: number;
  eventId: number;
  correction: BibCorrection;
  editorId: number | null;
  /** Sends a new ticket to the holder of a ticket with another number. */
  mailsTicket?: boolean;
};

/**
 * Sets or removes a bib number by hand, also outside of ranges.
 * @throws Problem NOT_FOUND (also for a canceled order), VALIDATION_FAILED at `bib`, RR_BIB_CHANGE_FAILED with
 * `details.reason`: `taken` (`details.bib`, `details.participantId`), `keptByTiming` (a canceled participant has it
 * there), `knownByTiming` (timing would assign it again), `noRange` or `full`
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
    const keptBy = (await deps.bibsHeldElsewhere(work.tx, eventId)).get(bib);
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

function bibInput(typedBib: string | null, digitsOnly: boolean): string | null {
  if (typedBib === null) return null;
  const bib = bibOf(typedBib);
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

/** Where ids are bib numbers, refuses another participant's id. */
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

/** After a move: the next free number if the current one is out of range; `none`: all taken, the old one stays. */
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
