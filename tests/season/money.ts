import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Invariant } from './invariants.ts';

/** Cents of the order `o`: what came in, what is going back or went, and of that what nobody ever owed. */
const received = `(select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')`;
const returned = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn')`;
const excess = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn' and r.reason <> 'granted')`;

/** Every cent that came in is in one place: the order has it, or it is on its way back, or it went back. */
export const moneyInvariants: readonly Invariant[] = [
  {
    sentence:
      'a paid order got its total, or says that a rest is open since it became dearer or is on account, and keeps no more than that',
    breaches: `select * from (select o.id, o.status, o.total_cents, o.payment_status, ${received} received,
        ${returned} returned, ${excess} excess from orders o where o.status in ('complete', 'shipped'))
      where (received - excess < total_cents) <> (payment_status = 'pending') or received - returned > total_cents`,
  },
  {
    sentence: 'an order that waits has less than its total',
    breaches: `select * from (select o.id, o.total_cents, ${received} - ${returned} kept from orders o where o.status = 'pending')
      where kept >= total_cents and total_cents > 0`,
  },
  {
    sentence: 'a canceled order keeps no more than its total',
    breaches: `select * from (select o.id, o.total_cents, ${received} - ${returned} kept from orders o where o.status = 'canceled')
      where kept > total_cents`,
  },
  {
    sentence: 'what goes back with a cancellation was opened in its write, to the cent',
    breaches: `select * from (select f.id, json_extract(f.payload, '$.orderId') order_id, json_extract(f.payload, '$.refundDue') due,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = json_extract(f.payload, '$.orderId')
          and r.reference like 'granted|' || r.order_id || '|cancel|%' and r.created_at = f.created_at) opened,
        (select count(*) from facts g where g.name = f.name and g.created_at = f.created_at
          and json_extract(g.payload, '$.orderId') = json_extract(f.payload, '$.orderId')) cancellations
      from facts f where f.name = 'order.canceled') where due <> opened and cancellations = 1`,
  },
  {
    sentence: 'an account of a transfer is one that a bank takes, with its holder',
    breaches: `select id from refunds where way = 'transfer' and iban is not null and (coalesce(account_holder, '') = '' or length(iban) < 15)`,
  },
  {
    sentence: 'never more goes back than came in',
    breaches: `select * from (select o.id, ${received} received, ${returned} returned from orders o) where returned > received`,
  },
  {
    sentence: 'the ledger has what refunds say that they gave back, order by order',
    breaches: `select * from (select o.id,
        (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'refund') entered,
        (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status = 'completed') gone,
        o.refunded_cents shown from orders o)
      where entered <> gone or shown <> gone`,
  },
  {
    sentence: 'a completed payment at the provider is in the ledger once, with its own transaction',
    breaches: `select a.id, a.order_id from payment_attempts a where a.secret is not null and a.status = 'completed'
      and (a.transaction_id is null or 1 <> (select count(*) from ledger_entries l where l.kind = 'payment'
        and l.order_id = a.order_id and l.method = a.method and l.reference = a.transaction_id))`,
  },
  {
    sentence: 'no transaction of the provider is entered for a try that was not completed',
    breaches: `select l.id from ledger_entries l join payment_attempts a
        on a.transaction_id = l.reference and a.method = l.method and a.secret is not null
      where l.kind = 'payment' and a.status <> 'completed'`,
  },
  {
    sentence: 'what is settled is asked for no more',
    breaches: `select id from payment_attempts where status in ('completed', 'failed') and next_ask_at is not null
      union all select id from refunds where status in ('completed', 'withdrawn') and next_try_at is not null`,
  },
];

/**
 * Mails about a cancellation that promise another sum than was opened: of orders that were canceled once and never came
 * back, the sum is what the cancellation opened, and what somebody granted on top before the mail was written.
 */
export async function brokenPromises(read: Reader): Promise<string[]> {
  const told = await read.all<{ orderId: number; text: string; canceledAt: number }>(sql`
    select m.order_id orderId, b.text text, m.created_at canceledAt from mails m join mailbox_messages b on b.mail_id = m.id
    where m.type like 'OrderCancellation%' and m.unique_key = m.type || '|' || m.order_id || '|' || m.created_at
      and 1 = (select count(*) from order_audits a where a.order_id = m.order_id and a.type in ('OrderCanceled', 'OrderReactivated'))`);
  const broken: string[] = [];
  for (const { orderId, text, canceledAt } of told) {
    const rows = await read.all<{ amount: number; reference: string }>(sql`
      select amount_cents amount, reference from refunds where order_id = ${orderId} and reason = 'granted'
        and created_at >= ${canceledAt} and reference not like 'again|%' order by id`);
    const [, sum = '0'] =
      /(?:Du bekommst|You will get|You get) (?:€)?([\d.,]+?)(?:\s€)? (?:zurück|back)\./.exec(text) ?? [];
    const cents = Number(sum.replace(/\D/g, ''));
    const own = rows.findLastIndex(({ reference }) => reference.includes('|cancel|'));
    const sums = [0];
    for (const { amount } of rows) sums.push((sums.at(-1) ?? 0) + amount);
    if (!sums.slice(own + 1).includes(cents)) broken.push(`order ${orderId}: told ${cents}, opened ${sums.join(' ')}`);
  }
  return broken;
}
