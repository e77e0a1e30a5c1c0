import { eq } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { withCents } from '#src/kernel/money.ts';
import type { Work } from '#src/platform/work.ts';
import { hasAny, inUseRefuses, requireEvent } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuse } from '../rules/problems.ts';
import { cancellationProtections } from '../schema.ts';
import type { ProtectionInput } from '../shapes.ts';

export async function createProtection(
  work: Work,
  eventId: number,
  input: ProtectionInput & { title: string },
): Promise<number> {
  await requireEvent(work, eventId);
  const [made] = await work.tx
    .insert(cancellationProtections)
    .values({ ...withCents(input, ['price']), eventId })
    .returning({ id: cancellationProtections.id });
  await touchEvent(work, eventId);
  return present(made, 'an inserted protection has an id').id;
}

export async function updateProtection(work: Work, protectionId: number, input: ProtectionInput): Promise<void> {
  const eventId = await eventOfProtection(work, protectionId);
  if (hasAny(input))
    await work.tx
      .update(cancellationProtections)
      .set(withCents(input, ['price']))
      .where(eq(cancellationProtections.id, protectionId));
  await touchEvent(work, eventId);
}

/** @throws Problem CANT_DELETE_CANCELLATION_PROTECTION_IN_USE when anyone ever bought it. */
export async function deleteProtection(work: Work, protectionId: number): Promise<void> {
  const eventId = await eventOfProtection(work, protectionId);
  await inUseRefuses('CANT_DELETE_CANCELLATION_PROTECTION_IN_USE', () =>
    work.tx.delete(cancellationProtections).where(eq(cancellationProtections.id, protectionId)),
  );
  await touchEvent(work, eventId);
}

async function eventOfProtection(work: Work, protectionId: number): Promise<number> {
  const [found] = await work.tx
    .select({ eventId: cancellationProtections.eventId })
    .from(cancellationProtections)
    .where(eq(cancellationProtections.id, protectionId));
  return found ? found.eventId : refuse('NOT_FOUND');
}
