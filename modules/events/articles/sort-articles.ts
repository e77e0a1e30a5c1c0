import { eq } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import { refuseOtherIds } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { articles } from '../schema.ts';

/**
 * Numbers the articles of an event from 1 in the order given.
 * @throws Problem VALIDATION_FAILED unless every article of the event is named exactly once
 */
export async function sortArticles(work: Work, eventId: number, ids: readonly number[]): Promise<void> {
  const known = await work.tx.select({ id: articles.id }).from(articles).where(eq(articles.eventId, eventId));
  refuseOtherIds('articleIds', known, ids);
  for (const [at, id] of ids.entries())
    await work.tx
      .update(articles)
      .set({ sortOrder: at + 1 })
      .where(eq(articles.id, id));
  await touchEvent(work, eventId);
}
