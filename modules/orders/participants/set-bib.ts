import { eq } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { addAudit } from '../add-audit.ts';
import { bibSet } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { participants } from '../schema.ts';

export type SetBib = {
  participantId: number;
  /** The start number; null takes it away. */
  bib: string | null;
  /** The timing's own page for this person's data, https; null: it has none; left out: it stays. */
  changelink?: string | null;
  /** null: timing itself. */
  editorId?: number | null;
};

const longestBib = 20;

/**
 * Gives a participant the start number of timing. Announces `participant.bibSet {orderId, participantId}`, and nothing
 * when all stays as it was.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED for a number that is too long or a link that is none of the web
 */
export async function setBib(work: Work, input: SetBib): Promise<void> {
  const { participantId, editorId = null } = input;
  const [before] = await work.tx
    .select({ orderId: participants.orderId, rrBib: participants.rrBib, rrChangelink: participants.rrChangelink })
    .from(participants)
    .where(eq(participants.id, participantId));
  const { orderId, ...known } = before ?? refuse('NOT_FOUND');
  const fresh = {
    rrBib: input.bib?.trim() || null,
    rrChangelink: input.changelink === undefined ? known.rrChangelink : input.changelink?.trim() || null,
  };
  if ((fresh.rrBib ?? '').length > longestBib) refuseFields({ bib: ['tooLong'] });
  if (fresh.rrChangelink !== null && !isWebAddress(fresh.rrChangelink)) refuseFields({ changelink: ['invalid'] });
  const changes = (['rrBib', 'rrChangelink'] as const)
    .filter((field) => fresh[field] !== known[field])
    .map((field) => ({ participantId, field, before: known[field], after: fresh[field] }));
  if (changes.length === 0) return;
  const changed = await work.tx
    .update(participants)
    .set(fresh)
    .where(eq(participants.id, participantId))
    .returning({ id: participants.id });
  present(changed[0], 'the participant was just read');
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: 'participant.bibSet', changes });
  await work.announce(bibSet({ orderId, participantId }));
}

const isWebAddress = (text: string): boolean => text.length <= 2000 && /^https:\/\/[^\s"<>]+$/.test(text);
