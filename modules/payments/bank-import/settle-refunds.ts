import { sql } from 'drizzle-orm';
import type { Work } from '#src/platform/work.ts';
import type { BankLine } from '../bank-files/bank-line.ts';

export type SettleTransferRefund = (
  work: Work,
  transfer: { reference: string; amount: number; bankReference: string | null },
) => Promise<unknown>;

/** Refunds by transfer that wait, of these end-to-end ids. */
async function waitingRefunds({ tx }: Work, references: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ reference: string }>(sql`
    select r.reference reference from json_each(${JSON.stringify(references)}) wanted
    join refunds r on r.reference = wanted.value where r.way = 'transfer' and r.status = 'pending'`);
  return new Set(rows.map(({ reference }) => reference));
}

/** Money that left the account under the end-to-end id of a refund: that refund has gone. */
export async function settleRefunds(
  work: Work,
  lines: readonly BankLine[],
  settle?: SettleTransferRefund,
): Promise<void> {
  if (!settle) return;
  const out = lines.filter(({ amount, isReversal, endToEndId }) => amount < 0 && !isReversal && endToEndId !== null);
  if (out.length === 0) return;
  const waiting = await waitingRefunds(
    work,
    out.map(({ endToEndId }) => endToEndId as string),
  );
  for (const { amount, endToEndId, bankReference } of out) {
    const reference = endToEndId as string;
    if (waiting.delete(reference)) await settle(work, { reference, amount: 0 - amount, bankReference });
  }
}
