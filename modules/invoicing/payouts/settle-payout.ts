import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { transferSeen } from '#modules/payments/rules/facts.ts';
import { readPayoutReference } from '#modules/payments/rules/payment-reference.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refuse } from '../rules/problems.ts';
import type { MisfitReason, SettlementAction } from '../rules/settlement.ts';
import { payoutFiles, payoutMisfits, payouts, settlements } from '../schema.ts';
import { noteSettlement } from '../settlements/close-settlement.ts';
import { openOfFile } from './make-payout-file.ts';

type Settle = {
  payoutId: number;
  bankReference: string;
  /** null: from a bank file. */
  editorId: number | null;
};

async function note(work: Work, row: typeof payouts.$inferSelect, action: SettlementAction, by: Settle) {
  const { settlementId, amount } = row;
  const [settlement] = await work.tx
    .select({ eventId: settlements.eventId })
    .from(settlements)
    .where(eq(settlements.id, settlementId));
  const eventId = settlement?.eventId ?? refuseGenerally('NOT_FOUND');
  const { bankReference, editorId } = by;
  await noteSettlement(work, { eventId, settlementId, action, amount, note: bankReference, editorId });
}

/** false: already executed, returned, or in no file. */
async function settlePayout(work: Work, by: Settle): Promise<boolean> {
  const [settled] = await work.tx
    .update(payouts)
    .set({ status: 'paid', settledAt: work.now, bankReference: by.bankReference })
    .where(and(eq(payouts.id, by.payoutId), eq(payouts.status, 'open'), isNotNull(payouts.fileId)))
    .returning();
  if (!settled) return false;
  await note(work, settled, 'paid', by);
  return true;
}

/** Marks all open payouts of a file as paid. Returns their number. @throws Problem NOT_FOUND */
export async function settlePayoutFile(
  work: Work,
  { fileId, bankReference, editorId }: { fileId: number; bankReference: string; editorId: number | null },
): Promise<number> {
  const [file] = await work.tx.select().from(payoutFiles).where(eq(payoutFiles.id, fileId));
  if (!file) return refuseGenerally('NOT_FOUND');
  const open = await openOfFile(work, fileId);
  for (const { id } of open) await settlePayout(work, { payoutId: id, bankReference, editorId });
  return open.length;
}

/**
 * Marks a payout as returned and queues the same sum again, once.
 * @throws Problem NOT_FOUND, CANT_CHANGE_PAYOUT when it is in no file or already returned
 */
export async function returnPayout(work: Work, by: Settle): Promise<number> {
  const { tx, now } = work;
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, by.payoutId));
  if (!row) return refuseGenerally('NOT_FOUND');
  const [returned] = await tx
    .update(payouts)
    .set({ status: 'returned', settledAt: now, bankReference: by.bankReference })
    .where(and(eq(payouts.id, row.id), inArray(payouts.status, ['open', 'paid']), isNotNull(payouts.fileId)))
    .returning();
  if (!returned) return refuse('CANT_CHANGE_PAYOUT', { payoutId: row.id });
  const { settlementId, amount } = row;
  const [again] = await tx
    .insert(payouts)
    .values({ settlementId, amount, status: 'open', createdAt: now })
    .returning({ id: payouts.id });
  await note(work, returned, row.status === 'paid' ? 'returned' : 'notPaid', by);
  return again?.id ?? refuseGenerally('NOT_FOUND');
}

const misfitMessages = {
  unknown: 'a line of the bank names a payout that is none, or another sum',
  returned: 'a line of the bank paid a payout that came back before, and another one waits in its place',
  twice: 'a line of the bank paid a payout that had gone already',
} as const satisfies Record<MisfitReason, string>;

/**
 * Applies bank lines about payouts: single, whole file, or returned. Name and sum must match. Mismatches go to the log
 * and onto the payouts page, because an organizer might be paid twice.
 */
export const payoutHandlers = (deps: Pick<Deps, 'log'>): FactHandler[] => [
  onFact(transferSeen, 'invoicing.payout-seen', async (work, { reference, amount, bankReference }) => {
    const named = readPayoutReference(reference);
    const by = { bankReference, editorId: null };
    const recordMisfit = async (reason: MisfitReason, payoutId: number | null = null) => {
      deps.log.error(misfitMessages[reason], { amount, bankReference, ...(payoutId === null ? {} : { payoutId }) });
      await work.tx.insert(payoutMisfits).values({ amount, bankReference, reason, payoutId, createdAt: work.now });
    };
    if (named && 'messageId' in named) {
      const [file] = await work.tx.select().from(payoutFiles).where(eq(payoutFiles.messageId, named.messageId));
      if (file?.sum !== -amount) return recordMisfit('unknown');
      const before = await work.tx.select().from(payouts).where(eq(payouts.fileId, file.id)).orderBy(asc(payouts.id));
      await settlePayoutFile(work, { fileId: file.id, ...by });
      for (const payout of before) {
        const misfit = misfitInFile(payout);
        if (misfit) await recordMisfit(misfit, payout.id);
      }
      return;
    }
    const payoutId = named?.payoutId ?? 0;
    const [payout] = await work.tx.select().from(payouts).where(eq(payouts.id, payoutId));
    if (!payout || payout.fileId === null || payout.amount !== Math.abs(amount)) return recordMisfit('unknown');
    // Its replacement is queued, so the organizer might be paid twice.
    if (amount < 0 && payout.status === 'returned') return recordMisfit('returned', payoutId);
    if (amount < 0) await settlePayout(work, { payoutId, ...by });
    else if (payout.status !== 'returned') await returnPayout(work, { payoutId, ...by });
  }),
];

/**
 * Mismatches when a whole file is debited: a payout marked as returned by hand, or debited on its own before. The
 * bank's own returns match in any order.
 */
function misfitInFile({ status, bankReference }: typeof payouts.$inferSelect): MisfitReason | null {
  if (status === 'returned') return bankReference ? null : 'returned';
  return status === 'paid' && bankReference ? 'twice' : null;
}
