import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { raceResultSettings } from '../schema.ts';

/** Longer than any call. Every write of the holder extends it. */
const leaseMs = minutes(3);

export type Lease = { eventId: number; token: string };

/** One worker per event across all processes. Null when another one has the lease. */
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
            // Implausibly late: set with a wrong clock.
            gt(raceResultSettings.leasedUntil, plus(now, leaseMs * 2)),
          ),
        ),
      )
      .returning({ eventId: raceResultSettings.eventId }),
  );
  return taken.length > 0 ? { eventId, token } : null;
}

/** Within a transaction: extends the lease, or returns false when it is lost. */
export async function extendLease({ tx, now }: Work, { eventId, token }: Lease): Promise<boolean> {
  const extended = await tx
    .update(raceResultSettings)
    .set({ leasedUntil: plus(now, leaseMs) })
    .where(and(eq(raceResultSettings.eventId, eventId), eq(raceResultSettings.leaseToken, token)))
    .returning({ eventId: raceResultSettings.eventId });
  return extended.length > 0;
}

export async function endLease({ write }: Pick<Deps, 'write'>, { eventId, token }: Lease): Promise<void> {
  await write(({ tx }) =>
    tx
      .update(raceResultSettings)
      .set({ leaseToken: null, leasedUntil: null })
      .where(and(eq(raceResultSettings.eventId, eventId), eq(raceResultSettings.leaseToken, token))),
  );
}
