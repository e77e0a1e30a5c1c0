import { asc, gt, type SQL, sql } from 'drizzle-orm';
import { eventMoneySums } from '#modules/payments/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Places, placesOf, sumOfPlaces } from '../rules/places.ts';
import { proofAlarms } from '../schema.ts';
import { draftOf } from '../settlements/read-draft.ts';
import { settlementsOf } from '../settlements/read-settlements.ts';

/**
 * `places`: all received money is in one place. `ledger`: event sums match the ledger. `settlements`: figures match
 * entries, tickets and shares, and continue the previous one. `payouts`: each paid once, files match. `bank`: booked
 * lines are in the ledger in full. `tickets`: each sold place has one live participant.
 */
export const proofChecks = ['places', 'ledger', 'settlements', 'payouts', 'bank', 'tickets'] as const;
export type ProofCheck = (typeof proofChecks)[number];

export type ProofSheet = {
  eventId: number;
  received: Cents;
  places: Places;
  sum: Cents;
  tickets: { sold: number; participants: number };
  checks: { check: ProofCheck; holds: boolean }[];
};

const isOfEvent = (eventId: number) => sql`s.event_id = ${eventId}`;

const breachQueries: Record<Exclude<ProofCheck, 'places'>, (eventId: number) => SQL> = {
  ledger: (eventId) => sql`select 1 from (
      select coalesce(sum(case when l.kind = 'payment' then l.amount_cents end), 0) came,
        coalesce(sum(case when l.kind = 'refund' then l.amount_cents end), 0) went
      from orders o cross join ledger_entries l on l.order_id = o.id where o.event_id = ${eventId}) found
    left join event_money_sums kept on kept.event_id = ${eventId}
    where found.came <> coalesce(kept.received_cents, 0) or found.went <> coalesce(kept.refunded_cents, 0)`,
  settlements: (eventId) => sql`select 1 from settlements s where ${isOfEvent(eventId)} and (
      s.received_cents <> (select coalesce(sum(l.amount_cents), 0) from settlement_entries e
        cross join ledger_entries l on l.id = e.ledger_entry_id where e.settlement_id = s.id and l.kind = 'payment')
      or s.refunded_cents <> (select coalesce(sum(l.amount_cents), 0) from settlement_entries e
        cross join ledger_entries l on l.id = e.ledger_entry_id where e.settlement_id = s.id and l.kind = 'refund')
      or s.cash_cents <> (select coalesce(sum(case l.kind when 'payment' then l.amount_cents else -l.amount_cents end), 0)
        from settlement_entries e cross join ledger_entries l on l.id = e.ledger_entry_id
        where e.settlement_id = s.id and l.method in ('cash', 'giftcard'))
      or s.tickets <> (select coalesce(sum(t.tickets), 0) from settlement_tickets t where t.settlement_id = s.id)
      or s.ticket_fees_cents <> (select coalesce(sum(t.fee_cents), 0) from settlement_tickets t where t.settlement_id = s.id)
      or exists (select 1 from json_each('["voucher","article"]') k
        where case k.value when 'voucher' then s.vouchers_cents else s.articles_cents end
          <> (select coalesce(sum(h.amount_cents), 0) from settlement_shares h where h.settlement_id = s.id and h.kind = k.value))
      or s.carried_in_cents <> coalesce((select b.carried_out_cents from settlements b
        where b.event_id = s.event_id and b.number = s.number - 1), 0)
      or (s.number > 1) <> exists (select 1 from settlements b where b.event_id = s.event_id and b.number = s.number - 1)
      or exists (select 1 from settlement_entries e cross join orders o on o.id = e.order_id
        where e.settlement_id = s.id and o.event_id <> s.event_id))`,
  payouts: (eventId) => sql`select 1 from settlements s where ${isOfEvent(eventId)} and (
      s.payout_cents <> (select coalesce(sum(p.amount_cents), 0) from payouts p
        where p.settlement_id = s.id and p.status <> 'returned')
      or exists (select 1 from payouts p cross join payout_files f on f.id = p.file_id where p.settlement_id = s.id
        and f.sum_cents <> (select sum(q.amount_cents) from payouts q where q.file_id = f.id)))`,
  bank: (eventId) => sql`select 1 from orders o cross join bank_lines b on b.order_id = o.id
    where o.event_id = ${eventId} and b.amount_cents > 0 and b.is_closed = 1 and b.outcome in ('paid', 'alreadyPaid')
    and b.amount_cents <> (select coalesce(sum(l.amount_cents), 0) from ledger_entries l
        where l.kind = 'payment' and l.method = 'bank' and l.reference >= b.fingerprint || '|' and l.reference < b.fingerprint || '}')
      + (select coalesce(sum(l.amount_cents), 0) from payment_proofs p cross join ledger_entries l on l.id = p.ledger_entry_id
        where p.bank_line_id = b.id)`,
  tickets: (eventId) => sql`select 1 from competitions c where c.event_id = ${eventId}
    and c.sold <> (select count(*) from participants p where p.competition_id = c.id and p.live = 1)`,
};

/**
 * Where an event's money is, and whether it adds up. A payment may arrive between two queries, so a mismatch is checked
 * again within a write transaction. null: no such event.
 */
export async function proofSheetOf(
  { read, write, clock }: Pick<Deps, 'read' | 'write' | 'clock'>,
  eventId: number,
): Promise<ProofSheet | null> {
  const seen = await readProofSheet(read, eventId, clock());
  if (!seen || adds(seen)) return seen;
  return write(({ tx, now }) => readProofSheet(tx, eventId, now));
}

export const adds = ({ checks }: ProofSheet): boolean => checks.every(({ holds }) => holds);

async function readProofSheet(reader: Reader | Tx, eventId: number, now: Instant): Promise<ProofSheet | null> {
  const draft = await draftOf(reader, eventId, now);
  if (!draft) return null;
  const closed = await settlementsOf(reader, eventId);
  const [ledger] = await reader.all<{ came: number; went: number }>(sql`
    select coalesce(sum(case when l.kind = 'payment' then l.amount_cents end), 0) came,
      coalesce(sum(case when l.kind = 'refund' then l.amount_cents end), 0) went
    from orders o cross join ledger_entries l on l.order_id = o.id where o.event_id = ${eventId}`);
  const received = cents(Number(ledger?.came ?? 0));
  const places = placesOf(closed, draft.figures, cents(Number(ledger?.went ?? 0)));
  const sum = sumOfPlaces(places);
  const checks: ProofSheet['checks'] = [{ check: 'places', holds: sum === received }];
  for (const check of proofChecks) {
    if (check === 'places') continue;
    const rows = await reader.all(sql`${breachQueries[check](eventId)} limit 1`);
    checks.push({ check, holds: rows.length === 0 });
  }
  const [seats] = await reader.all<{ sold: number; participants: number }>(sql`
    select coalesce(sum(c.sold), 0) sold,
      coalesce(sum((select count(*) from participants p where p.competition_id = c.id and p.live = 1)), 0) participants
    from competitions c where c.event_id = ${eventId}`);
  const tickets = { sold: Number(seats?.sold ?? 0), participants: Number(seats?.participants ?? 0) };
  return { eventId, received, places, sum, tickets, checks };
}

export const eventsWithMoney = (reader: Reader, after: number): PromiseLike<{ eventId: number }[]> =>
  reader
    .select({ eventId: eventMoneySums.eventId })
    .from(eventMoneySums)
    .where(gt(eventMoneySums.eventId, after))
    .orderBy(asc(eventMoneySums.eventId))
    .limit(200);

export type ProofAlarm = typeof proofAlarms.$inferSelect;
export const openProofAlarms = (reader: Reader): Promise<ProofAlarm[]> =>
  reader.select().from(proofAlarms).orderBy(asc(proofAlarms.eventId));
