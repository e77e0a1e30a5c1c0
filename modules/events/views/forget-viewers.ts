import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { type CalendarDate, dateIn, days, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { events } from '../schema.ts';
import { eventViewers, viewSalts } from '../schema-views.ts';

/** No day of another process' clock: a wrong one wrote it. */
export const isOver = (day: CalendarDate, timeZone: string, now: Instant): boolean =>
  day < dateIn(now, timeZone) || day > dateIn(plus(now, days(1)), timeZone);

/** Overwritten where it lies, as long as it was: what is only deleted may still be read off the disk. */
const overwritten = '0'.repeat(43);

/** Whoever was counted in a zone on another day than this. */
export async function forgetViewersOf({ tx }: Work, timeZone: string, today: CalendarDate): Promise<void> {
  const ofZone = tx.select({ id: events.id }).from(events).where(eq(events.timeZone, timeZone));
  await tx.delete(eventViewers).where(and(inArray(eventViewers.eventId, ofZone), ne(eventViewers.day, today)));
}

/** Forgets salts and marks of days that are over. */
async function forgetViewers(work: Work): Promise<void> {
  const { tx, now } = work;
  for (const { timeZone, day } of await tx.select().from(viewSalts)) {
    if (!isOver(day, timeZone, now)) continue;
    const isThis = eq(viewSalts.timeZone, timeZone);
    await tx.update(viewSalts).set({ salt: overwritten }).where(isThis);
    await tx.delete(viewSalts).where(isThis);
    await forgetViewersOf(work, timeZone, dateIn(now, timeZone));
  }
}

export const forgetViewersJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-viewers',
  everyMs: minutes(1),
  async run() {
    await write(forgetViewers);
    return false;
  },
});
