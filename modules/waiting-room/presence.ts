import { and, eq, isNull, sql } from 'drizzle-orm';
import { batches } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { awayAfter, refreshMs } from './rules/room.ts';
import { type WaitingPlace, waitingPlaces, waitingRooms } from './schema.ts';

/** Presence that is not stored yet, per process. */
const notedOf = new WeakMap<Deps['write'], Map<number, { at: Instant; eventId: number }>>();

/** At most every half minute. After a crash, polls note it again long before the visitor counts as absent. */
export function noteSeen({ write }: Pick<Deps, 'write'>, { id, eventId, seenAt }: WaitingPlace, now: Instant): void {
  if (now - seenAt < refreshMs) return;
  const noted = notedOf.get(write) ?? new Map();
  notedOf.set(write, noted);
  noted.set(id, { at: now, eventId });
}

export async function writeSeen({ write }: Pick<Deps, 'write'>): Promise<void> {
  const noted = notedOf.get(write);
  if (!noted || noted.size === 0) return;
  const seen = [...noted].map(([id, { at }]) => [id, at]);
  const eventIds = new Set([...noted.values()].map(({ eventId }) => eventId));
  noted.clear();
  await write(async (work) => {
    const { tx } = work;
    for (const eventId of eventIds) await noteHeard(work, eventId);
    for (const batch of batches(seen)) {
      const json = JSON.stringify(batch);
      await tx
        .update(waitingPlaces)
        .set({ seenAt: sql`max(seen_at, j.value ->> 1)` })
        .from(sql`json_each(${json}) j`)
        .where(sql`${waitingPlaces.id} = j.value ->> 0`);
    }
  });
}

/** Records contact. After a silence in which visitors waited, no turn begins for a moment. */
export async function noteHeard({ tx, now }: Work, eventId: number): Promise<void> {
  const waits = sql`exists (select 1 from waiting_places where event_id = ${eventId} and admitted_at is null)`;
  await tx
    .update(waitingRooms)
    .set({
      resumedAt: sql`case when heard_at < ${now - awayAfter} and ${waits} then ${now} else resumed_at end`,
      heardAt: now,
    })
    .where(and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.endedAt)));
}
