import { sql } from 'drizzle-orm';
import { dateIn } from '#src/kernel/time.ts';
import type { Work } from '#src/platform/work.ts';
import type { CatalogEvent } from '../rules/catalog.ts';
import { eventViews } from '../schema.ts';

/** One more view of the event's page on this day of its time zone. */
export async function countView(
  { tx, now }: Work,
  { id, timeZone }: Pick<CatalogEvent, 'id' | 'timeZone'>,
): Promise<void> {
  await tx
    .insert(eventViews)
    .values({ eventId: id, day: dateIn(now, timeZone), count: 1 })
    .onConflictDoUpdate({
      target: [eventViews.eventId, eventViews.day],
      set: { count: sql`${eventViews.count} + 1` },
    });
}
