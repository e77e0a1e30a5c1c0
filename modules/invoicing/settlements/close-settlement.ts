import { sql } from 'drizzle-orm';
import type { SellerConfig } from '#src/config/config.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { issueFees } from '../fees/fees-job.ts';
import { refuse } from '../rules/problems.ts';
import { isEmpty, type SettlementAction } from '../rules/settlement.ts';
import { payouts, settlementAudits, settlements } from '../schema.ts';
import { entryPlace, isUnsettled, shareChanges, ticketChanges } from './changes.ts';
import { draftOf } from './read-draft.ts';

/**
 * Closes the draft of an event: stores the figures, claims its ledger entries, bills the fees and queues a payout above
 * 0.
 * @throws Problem NOT_FOUND, NOTHING_TO_SETTLE also without a main organizer
 */
export async function closeSettlement(
  work: Work,
  { eventId, editorId, seller }: { eventId: number; editorId: number; seller: SellerConfig | null },
): Promise<number> {
  const { tx, now } = work;
  const draft = (await draftOf(tx, eventId, now)) ?? refuseGenerally('NOT_FOUND');
  const { figures, organizerId, number, from } = draft;
  if (organizerId === null) return refuse('NOTHING_TO_SETTLE', { reason: 'noOrganizer' });
  if (isEmpty(figures)) return refuse('NOTHING_TO_SETTLE', { reason: 'nothingNew' });
  const { tax, ...sums } = figures;
  const [row] = await tx
    .insert(settlements)
    .values({
      ...sums,
      ...{ eventId, organizerId, number, from, until: now, editorId, createdAt: now },
      taxCategory: tax.category,
      taxRate: tax.rate,
    })
    .returning({ id: settlements.id });
  const settlementId = present(row, 'a settlement that was written has a number').id;
  const { rowsAffected } = await tx.run(sql`
    insert into settlement_entries (ledger_entry_id, settlement_id, order_id)
    select l.id, ${settlementId}, l.order_id from orders o cross join ledger_entries l on l.order_id = o.id
    where o.event_id = ${eventId} and ${isUnsettled} and ${entryPlace} = 'settled'`);
  const counted = figures.byMethod.reduce((sum, { payments, refunds }) => sum + payments + refunds, 0);
  assert(rowsAffected === counted, 'a settlement has the entries that it counted');
  await tx.run(sql`
    insert into settlement_tickets (settlement_id, order_id, event_id, tickets, fee_cents)
    select ${settlementId}, changed.order_id, ${eventId}, changed.tickets, changed.fee
    from (${ticketChanges(eventId)}) changed`);
  await tx.run(sql`
    insert into settlement_shares (settlement_id, order_id, event_id, kind, vat_basis_points, amount_cents)
    select ${settlementId}, changed.order_id, ${eventId}, changed.kind, changed.rate, changed.amount
    from (${shareChanges(eventId)}) changed`);
  if (figures.payout > 0) {
    await tx.insert(payouts).values({ settlementId, amount: figures.payout, status: 'open', createdAt: now });
  }
  if (seller) await issueFees(work, seller, settlementId);
  await noteSettlement(work, { eventId, settlementId, action: 'closed', amount: figures.payout, editorId });
  return settlementId;
}

export type SettlementNote = {
  eventId: number;
  settlementId: number;
  action: SettlementAction;
  amount: Cents;
  note?: string;
  editorId: number | null;
};

export async function noteSettlement({ tx, now }: Work, entry: SettlementNote): Promise<void> {
  await tx.insert(settlementAudits).values({ ...entry, note: entry.note ?? '', createdAt: now });
}
