import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import { accountAudits } from '../schema.ts';
import { lifetimeDays } from './lucia.ts';

/** Time of the latest login that may have lasted until the given time; null without one. */
export async function loginBefore(reader: Reader | Tx, userId: number, at: Instant): Promise<Instant | null> {
  const { createdAt, type, id } = accountAudits;
  const [login] = await reader
    .select({ createdAt })
    .from(accountAudits)
    .where(
      and(
        eq(accountAudits.userId, userId),
        eq(type, 'LoggedIn'),
        lte(createdAt, at),
        gt(createdAt, plus(at, -days(lifetimeDays))),
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return login?.createdAt ?? null;
}
