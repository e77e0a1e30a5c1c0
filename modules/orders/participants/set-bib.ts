import { and, eq, ne, sql } from 'drizzle-orm';
import { brokenConstraint } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { addAudit } from '../add-audit.ts';
import { bibOf, longestBib } from '../rules/bib.ts';
import { bibSet } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { participants } from '../schema.ts';

/** A range of the organizer, a file, or a person who typed it. */
export type BibSource = 'timing' | 'range' | 'import' | 'hand';

export type SetBib = {
  participantId: number;
  /** The start number; null takes it away. */
  bib: string | null;
  /** The timing's own page for this person's data, https; null: it has none; left out: it stays. */
  changelink?: string | null;
  /** null: the house itself, or timing. */
  editorId?: number | null;
  /** Where the number comes from, for the history; timing, unless more is said. */
  source?: BibSource;
  /** A ticket that was mailed with another number is mailed anew; otherwise its holder keeps it. */
  mailsTicket?: boolean;
};

/** By these the history says in words what happened. */
export const bibComments = {
  timing: 'participant.bibSet',
  range: 'participant.bibFromRange',
  import: 'participant.bibFromFile',
  hand: 'participant.bibByHand',
} as const satisfies Record<BibSource, string>;

/**
 * Gives a participant a start number, of timing, of a range or by hand. Announces `participant.bibSet {orderId,
 * participantId}`, with `isCorrected` when a ticket with another number is to be mailed anew, and nothing when all stays
 * as it was.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a number that is too long or a link that is none of the web, BIB_TAKEN
 *   when somebody else at the event has the number (`details.participantId`)
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
  if ((fresh.rrBib ?? '').length > longestBib) refuseFields({ bib: ['tooLong'] });
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

/** The database refuses it as well (`participants_bib_once`); here it can be said whose it is. */
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
        // Numbers with small letters were stored as they were typed before.
        /[A-Z]/.test(bib) ? sql`${participants.rrBib} = ${bib} collate nocase` : eq(participants.rrBib, bib),
        eq(participants.live, true),
        ne(participants.id, participantId),
      ),
    );
  if (holder) refuse('BIB_TAKEN', { bib, participantId: holder.id });
}

const isWebAddress = (text: string): boolean => text.length <= 2000 && /^https:\/\/[^\s"<>]+$/.test(text);
