import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { raceResultSettings } from '../schema.ts';

/** Longer than a call can take, and every write of its holder makes it new. */
const leaseMs = minutes(3);

export type Lease = { eventId: number; token: string };

/** One at a time works off the queue of an event, whatever process it is in; null: somebody does. */
export async function takeLease({ write }: Pick<Deps, 'write'>, eventId: number): Promise<Lease | null> {
  const token = secretToken(12);
  const taken = await write(({ tx, now }) =>
    tx
      .update(raceResultSettings)
      .set({ leaseToken: token, leasedUntil: plus(now, leaseMs) })
      .where(
        and(
          eq(raceResultSettings.eventId, eventId),
          or(
            isNull(raceResultSettings.leasedUntil),
            lte(raceResultSettings.leasedUntil, now),
            // Nobody puts it so far away; a clock was wrong.
            gt(raceResultSettings.leasedUntil, plus(now, leaseMs * 2)),
          ),
        ),
      )
      .returning({ eventId: raceResultSettings.eventId }),
  );
  return taken.length > 0 ? { eventId, token } : null;
}

/** Within a write: whether it is still ours, and then for longer. */
export async function extendLease({ tx, now }: Work, { eventId, token }: Lease): Promise<boolean> {
  const kept = await tx
    .update(raceResultSettings)
    .set({ leasedUntil: plus(now, leaseMs) })
    .where(and(eq(raceResultSettings.eventId, eventId), eq(raceResultSettings.leaseToken, token)))
    .returning({ eventId: raceResultSettings.eventId });
  return kept.length > 0;
}

export async function endLease({ write }: Pick<Deps, 'write'>, { eventId, token }: Lease): Promise<void> {
  await write(({ tx }) =>
    tx
      .update(raceResultSettings)
      .set({ leaseToken: null, leasedUntil: null })
      .where(and(eq(raceResultSettings.eventId, eventId), eq(raceResultSettings.leaseToken, token))),
  );
}
