/** What is asked of the database after a process was killed, whichever kind keeps it. */
import { sql } from 'drizzle-orm';
import type { Database, Reader } from '#src/data/database.ts';

export const sentenceOf = (breach: string): string => breach.replace(/ \(\[[\s\S]*$/, '');

/** For how long a mail that is being sent is nobody else's. */
const sendingMs = 120_000;

/**
 * Leases of the dead are over, and what they were at is asked for again. `diedAt`: others live on, and what they have taken
 * since stays theirs; a mail that was taken from them would go out twice.
 */
export async function aMinuteLater(database: Database, diedAt = Number.MAX_SAFE_INTEGER - sendingMs): Promise<void> {
  await database.transact(async (tx) => {
    await tx.run(sql`update job_leases set leased_until = 0, next_run_at = 0`);
    await tx.run(sql`update payment_attempts set leased_until = 0, next_ask_at = 0 where next_ask_at is not null`);
    await tx.run(sql`update refunds set leased_until = 0, next_try_at = 0 where next_try_at is not null`);
    await tx.run(
      sql`update mails set next_attempt_at = 0 where status = 'queued' and next_attempt_at <= ${diedAt + sendingMs}`,
    );
    await tx.run(sql`update facts set next_attempt_at = 0 where done_at is null`);
  });
}

/** What is still under way. */
export async function waitingIn(read: Reader): Promise<{ facts: number; mails: number; attempts: number } | undefined> {
  const [row] = await read.all<{ facts: number; mails: number; attempts: number }>(sql`
    select (select count(*) from facts where done_at is null) facts,
      (select count(*) from mails where status = 'queued') mails,
      (select count(*) from payment_attempts where leased_until > 0 and next_ask_at is not null) attempts`);
  return row;
}

/** Cents that came by card, in our books. */
export async function capturedOf(read: Reader): Promise<number> {
  const [row] = await read.all<{
    cents: number;
  }>(sql`select coalesce(sum(l.amount_cents), 0) cents from ledger_entries l
    join payment_attempts a on a.transaction_id = l.reference and a.secret is not null and l.kind = 'payment'`);
  return Number(row?.cents ?? 0);
}
