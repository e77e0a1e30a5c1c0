import { eq, max } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { refuseOtherIds } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { formFields } from '../schema.ts';

/** Behind all fields that there are. */
export async function nextFieldOrder(work: Work, eventId: number): Promise<number> {
  const [last] = await work.tx
    .select({ order: max(formFields.formFieldOrder) })
    .from(formFields)
    .where(eq(formFields.eventId, eventId));
  return (last?.order ?? 0) + 1;
}

/**
 * Numbers what participants are asked from 1 in the order given.
 * @throws Problem VALIDATION_FAILED unless every field of the event is named exactly once
 */
export async function sortFormFields(work: Work, eventId: number, ids: readonly number[]): Promise<void> {
  const known = await work.tx.select({ id: formFields.id }).from(formFields).where(eq(formFields.eventId, eventId));
  refuseOtherIds('fieldIds', known, ids);
  for (const [at, id] of ids.entries())
    await work.tx
      .update(formFields)
      .set({ formFieldOrder: at + 1 })
      .where(eq(formFields.id, id));
  await touchEvent(work, eventId);
}
