import { type SQL, sql } from 'drizzle-orm';
import { organizersMethods } from '#src/kernel/payment-methods.ts';

/**
 * Whether something beyond a person's word says that the payment `l` came: a line of the bank, the provider's transaction,
 * or a line that somebody found to be the money which had been entered by hand.
 */
const isProven = sql.raw(`(
  exists (select 1 from payment_attempts a where a.order_id = l.order_id and a.transaction_id = l.reference
    and a.method = l.method and a.status = 'completed')
  or exists (select 1 from bank_lines b
    where b.fingerprint = substr(l.reference, 1, length(l.reference) - length('|' || l.order_id)))
  or exists (select 1 from payment_proofs p where p.ledger_entry_id = l.id))`);

/**
 * Where the entry `l` of the order `o` stands while no settlement has it (`EntryPlace`). Money of an order that waits is
 * open, together with what went back of it, unless a settlement had what it belongs to; what went back counts at once, as
 * it is really gone; what nothing proves is held. Cash and what gift cards pay is with the organizer whatever becomes of the
 * order: settled at once, and no part of what is paid out.
 */
export const entryPlace: SQL = sql`case
  when l.method in (${sql.raw(organizersMethods.map((method) => `'${method}'`).join(', '))}) then 'settled'
  when o.status = 'pending' and (l.kind = 'payment'
    or not exists (select 1 from settlement_entries had where had.order_id = o.id)) then 'open'
  when l.kind = 'refund' or ${isProven} then 'settled' else 'held' end`;

/** Entries that no settlement has. */
export const isUnsettled: SQL = sql.raw(
  'not exists (select 1 from settlement_entries s where s.ledger_entry_id = l.id)',
);

/** Whether the entry `l` of the order `o` is settled, or would be with the next closing. */
export const isPayable: SQL = sql`(not ${isUnsettled} or ${entryPlace} = 'settled')`;
