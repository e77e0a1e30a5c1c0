import { eq } from 'drizzle-orm';
import { movedFields, timesOf } from '#modules/events/index.ts';
import { type EventCopied, eventCopied } from '#modules/events/rules/facts.ts';
import { shiftBetween } from '#modules/events/rules/shifted.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { startWaves } from './schema.ts';

export const waveTimes = timesOf(startWaves, {
  kind: 'startWave',
  key: startWaves.id,
  rows: (_, eventId) => eq(startWaves.eventId, eventId),
  title: ({ title }) => title,
  fields: { startsAt: 'moment', locksAt: 'day' },
});

/** Copies the waves without their people; times move with the event. */
async function copyWaves(work: Work, copied: EventCopied): Promise<void> {
  const { eventId, from, startedAt, startsAt, timeZone } = copied;
  const shift = shiftBetween(startedAt, startsAt, timeZone);
  const competitions = new Map(copied.competitions);
  const originals = await work.tx.select().from(startWaves).where(eq(startWaves.eventId, from));
  for (const { id: _, ...original } of originals) {
    const competitionId = competitions.get(original.competitionId);
    if (competitionId === undefined) continue;
    await work.tx
      .insert(startWaves)
      .values({ ...original, eventId, competitionId, ...movedFields(waveTimes, original, shift) });
  }
}

export const waveCopyHandlers: readonly FactHandler[] = [onFact(eventCopied, 'bibs.copy-waves', copyWaves)];
