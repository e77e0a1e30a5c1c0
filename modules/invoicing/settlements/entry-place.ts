import { type SQL, sql } from 'drizzle-orm';
import { organizersMethods } from '#src/kernel/payment-methods.ts';

/** Payment `l` is proven by a bank line, a provider transaction, or a bank line assigned later to a manual entry. */
const isProven = sql.raw(`(
  exists (select 1 from payment_attempts a where a.order_id = l.order_id and a.transaction_id = l.reference
    and a.method = l.method and a.status = 'completed')
  or exists (select 1 from bank_lines b
    where b.fingerprint = substr(l.reference, 1, length(l.reference) - length('|' || l.order_id)))
  or exists (select 1 from payment_proofs p where p.ledger_entry_id = l.id))`);

/**
 * Place of an unsettled entry `l` of order `o`. Money of waiting orders is open, with its refunds, unless the order was
 * settled before. Refunds count at once. Unproven payments are held. Cash and gift cards are settled at once, because
 * the organizer has that money.
 */
export const entryPlace: SQL = sql`case
  when l.method in (${sql.raw(organizersMethods.map((method) => `'${method}'`).join(', '))}) then 'settled'
  when o.status = 'pending' and (l.kind = 'payment'
    or not exists (select 1 from settlement_entries had where had.order_id = o.id)) then 'open'
  when l.kind = 'refund' or ${isProven} then 'settled' else 'held' end`;

export const isUnsettled: SQL = sql.raw(
  'not exists (select 1 from settlement_entries s where s.ledger_entry_id = l.id)',
);

/** Entry `l` is settled, or will be with the next closing. */
export const isPayable: SQL = sql`(not ${isUnsettled} or ${entryPlace} = 'settled')`;
