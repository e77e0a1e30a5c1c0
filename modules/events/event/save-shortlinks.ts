import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { eventIdOf } from '../read-catalog.ts';
import { refuse } from '../rules/problems.ts';
import { shortlinks } from '../schema.ts';
import { reservedShortlinks, shortlinkPattern } from '../shapes.ts';

/**
 * Gives an event a name in addresses: letters a to z and hyphens. Doing it again changes nothing.
 * @throws Problem SHORTLINK_ALREADY_EXISTS when another event has it, VALIDATION_FAILED for other characters and for words that
 *   addresses of ours have there
 */
export async function putShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  if (!shortlinkPattern.test(shortlink)) refuseFields({ shortlink: ['events.error.shortlink'] });
  if (reservedShortlinks.includes(shortlink)) refuseFields({ shortlink: ['events.error.shortlinkReserved'] });
  if ((await eventIdOf(work.tx, String(eventId))) === 0) refuse('NOT_FOUND');
  await work.tx.insert(shortlinks).values({ shortlink, eventId }).onConflictDoNothing();
  const [owner] = await work.tx
    .select({ eventId: shortlinks.eventId })
    .from(shortlinks)
    .where(eq(shortlinks.shortlink, shortlink));
  if (owner?.eventId !== eventId) refuse('SHORTLINK_ALREADY_EXISTS', { shortlink });
  await touchEvent(work, eventId);
}

export async function deleteShortlink(work: Work, eventId: number, shortlink: string): Promise<void> {
  const gone = await work.tx
    .delete(shortlinks)
    .where(and(eq(shortlinks.shortlink, shortlink), eq(shortlinks.eventId, eventId)))
    .returning({ eventId: shortlinks.eventId });
  if (gone.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}
