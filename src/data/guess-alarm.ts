import { and, gt, gte, like } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { countIn } from '#src/data/limits.ts';
import { limitCounters } from '#src/data/schema.ts';
import { days, hours, type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/**
 * Limits per network do not stop an attacker with thousands of networks. So wrong codes are also counted per hour for the whole
 * installation, and vouchers per event. These counts lock nobody out: they log one alarm an hour, which super admins see for a
 * day.
 */
const windowMs = hours(1);
/** Per hour. A sale to 10,000 people brings some hundred typing mistakes. */
export const guessAlarmCount = 1000;
const prefix = 'guesses|';

export type GuessedCode = 'login' | 'voucher';
type Noting = Pick<Deps, 'write' | 'log'>;

/** Counts a wrong code. @param eventId the event of the code, where it is known */
export async function noteWrongGuess(deps: Noting, kind: GuessedCode, eventId?: number): Promise<void> {
  const scopes = [null, ...(eventId === undefined ? [] : [eventId])];
  for (const of of scopes) {
    const count = await deps.write(
      (work) =>
        countIn(work, {
          key: `${prefix}${kind}|${of ?? 'all'}`,
          windowStart: instant(work.now - (work.now % windowMs)),
          expiresAt: plus(work.now, days(1)),
        }),
      { mayBeLost: true },
    );
    if (count === guessAlarmCount)
      deps.log.error('many wrong codes within an hour: somebody may be guessing', { kind, eventId: of, count });
  }
}

export type GuessAlarm = { kind: GuessedCode; eventId: number | null; count: number };

export async function guessAlarms(reader: Reader, now: Instant): Promise<GuessAlarm[]> {
  const rows = await reader
    .select({ key: limitCounters.key, count: limitCounters.count })
    .from(limitCounters)
    .where(
      and(
        gt(limitCounters.expiresAt, now),
        gte(limitCounters.count, guessAlarmCount),
        like(limitCounters.key, `${prefix}%`),
      ),
    );
  const alarms = new Map<string, GuessAlarm>();
  for (const { key, count } of rows) {
    const [kind = '', of = ''] = key.slice(prefix.length).split('|');
    const largest = Math.max(count, alarms.get(key)?.count ?? 0);
    alarms.set(key, { kind: kind as GuessedCode, eventId: of === 'all' ? null : Number(of), count: largest });
  }
  return [...alarms.values()];
}
