import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { organizerChanged } from './rules/facts.ts';
import { organizers } from './schema.ts';

/** From now on orders of its events may be paid with its gift cards, also when it sells no new ones. */
export async function takeGiftCards(work: Work, organizerId: number): Promise<void> {
  const changed = await work.tx
    .update(organizers)
    .set({ takesGiftCards: true })
    .where(and(eq(organizers.id, organizerId), eq(organizers.takesGiftCards, false)))
    .returning({ id: organizers.id });
  if (changed.length > 0) await work.announce(organizerChanged({ organizerId }));
}
