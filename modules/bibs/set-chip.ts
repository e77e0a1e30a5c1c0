import { eq } from 'drizzle-orm';
import { addAudit } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { chipHolder } from './read-people.ts';
import { chipComment, chipOf, maxChipLength } from './rules/chip.ts';
import { chipSet } from './rules/facts.ts';
import { refuse } from './rules/problems.ts';
import { participantChips } from './schema.ts';

export type SetChip = { participantId: number; chip: string | null; editorId: number };

/** @throws Problem NOT_FOUND, VALIDATION_FAILED for a long code */
export async function setChip(work: Work, input: SetChip): Promise<void> {
  const { participantId, editorId } = input;
  const { orderId, eventId, before } = (await chipHolder(work.tx, participantId)) ?? refuse('NOT_FOUND');
  const chip = chipOf(input.chip);
  if ((chip ?? '').length > maxChipLength) refuseFields({ chip: ['tooLong'] });
  if (chip === before) return;
  if (chip === null) await work.tx.delete(participantChips).where(eq(participantChips.participantId, participantId));
  else
    await work.tx
      .insert(participantChips)
      .values({ participantId, eventId, chip })
      .onConflictDoUpdate({ target: participantChips.participantId, set: { chip } });
  const changes = [{ participantId, field: 'chip', before, after: chip }];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, comment: chipComment, changes });
  await work.announce(chipSet({ orderId, participantId }));
}
