import { sql } from 'drizzle-orm';
import { adds, proofSheetOf } from '#modules/invoicing/proof/read-proof.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Caller } from '#tests/support/shop.ts';
import type { Invariant } from './invariants.ts';
import { freshly } from './payments.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

const office = (season: Season): Promise<Caller> => freshly(season, 'office@season.test', { superAdmin: true });

/**
 * What the platform takes changes now and then, and the organizer has no account before somebody enters one. Half of the
 * times its address loses what an invoice takes, until it is whole again.
 */
async function agreeOnTerms(season: Season): Promise<void> {
  const { dice, eventId, shop } = season;
  const admin = await office(season);
  const [main] = await shop.deps.read.all<{ id: number }>(
    sql`select organizer_id id from event_organizers where event_id = ${eventId} and is_main = 1`,
  );
  await tried(season, 'agree on terms', admin, 'PATCH', `/api/admin/organizers/${main?.id}`, {
    disagioPercentage: dice.pick([0, 1.25, 2.5]),
    ...(dice.chance(0.6) ? { iban: 'DE89370400440532013000', paymentReference: 'Kd 1' } : {}),
    address: dice.chance(0.5)
      ? { street: 'Hafenstraße', zipCode: '94032', city: 'Passau', countryCode: 'DE', vatId: 'DE123456789' }
      : { countryCode: 'AT' },
  });
  await tried(season, 'agree on fee', admin, 'PATCH', `/api/admin/events/${eventId}`, {
    organizerProcessingFee: dice.pick([0, 75, 150]),
  });
}

async function close(season: Season): Promise<void> {
  const admin = await office(season);
  const path = `/api/admin/events/${season.eventId}/settlements`;
  const both = [tried(season, 'close settlement', admin, 'POST', path)];
  if (season.dice.chance(0.3)) both.push(tried(season, 'close settlement', admin, 'POST', path));
  await Promise.all(both);
}

async function makePayoutFile(season: Season): Promise<void> {
  const admin = await office(season);
  const both = [1, 2].map(() =>
    tried(season, 'payout file', admin, 'POST', '/api/admin/organizer-invoices/pain-xmls', {}),
  );
  await Promise.all(both);
}

type Payout = { id: number; amount: number; status: string; messageId: string; sum: number };
const inFiles = ({ shop }: Season) =>
  shop.deps.read.all<Payout>(sql`select p.id, p.amount_cents amount, p.status, f.message_id messageId, f.sum_cents sum
    from payouts p join payout_files f on f.id = p.file_id`);

let lines = 0;

/** The bank's file with a payout that went, alone or with its whole file, or came back; and lines that are not quite right. */
async function bankMovesPayout(season: Season): Promise<void> {
  const { dice, shop } = season;
  const known = await inFiles(season);
  if (known.length === 0) return;
  const admin = await office(season);
  const { id, amount, messageId, sum, status } = dice.pick(known);
  const isBack = status === 'paid' && dice.chance(0.5);
  const isWhole = !isBack && dice.chance(0.3);
  const cents = (isWhole ? sum : amount) + (dice.chance(0.1) ? 1 : 0);
  const line = {
    amount: isBack ? cents : -cents,
    bankReference: `P${++lines}`,
    ...(isWhole ? { text: messageId } : { endToEndId: `SB-PAYOUT-${id}` }),
  };
  const body = new FormData();
  body.set('file', new File([camtFile([line])], 'camt.xml'));
  const answer = await admin.fetch('/api/admin/imports/bank-transactions', {
    method: 'POST',
    body,
    headers: { 'x-csrf-token': admin.cookies.get('csrf-token') ?? '', origin: shop.deps.config.publicUrl },
  });
  if (answer.status !== 200) throw new Error(`bank moves a payout: ${answer.status} ${await answer.text()}`);
  const verb = isBack ? 'bank returns payout' : 'bank debits payout';
  season.log.set(verb, (season.log.get(verb) ?? 0) + 1);
  await shop.settle();
}

async function payoutComesBack(season: Season): Promise<void> {
  const known = await inFiles(season);
  const { id } = known.length > 0 ? season.dice.pick(known) : { id: 1 };
  await tried(season, 'payout came back', await office(season), 'POST', `/api/admin/payouts/${id}/returned`);
}

/** The platform takes over what a kind of voucher takes off, or sells an article itself, or no longer. */
async function platformPaysAndSells(season: Season): Promise<void> {
  const { dice, voucherTypeIds, shop, eventId } = season;
  const admin = await office(season);
  const who = dice.chance(0.8) ? admin : season.organizer;
  if (voucherTypeIds.length > 0) {
    const path = `/api/vouchers/types/${dice.pick(voucherTypeIds)}`;
    await tried(season, 'platform pays vouchers', who, 'PATCH', path, { paidByPlatform: dice.chance(0.7) });
  }
  const articles = await shop.deps.read.all<{ id: number }>(sql`select id from articles where event_id = ${eventId}`);
  if (articles.length === 0 || dice.chance(0.6)) return;
  const path = `/api/admin/articles/${dice.pick(articles).id}`;
  await tried(season, 'platform sells article', who, 'PATCH', path, { soldByStartblock: dice.chance(0.5) });
}

export const settlingVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, agreeOnTerms],
  [2, platformPaysAndSells],
  [2, close],
  [1, makePayoutFile],
  [2, bankMovesPayout],
  [1, payoutComesBack],
];

const sums = `select s.id, s.received_cents received, s.refunded_cents refunded, s.tickets, s.ticket_fees_cents fees,
  (select coalesce(sum(l.amount_cents), 0) from settlement_entries e join ledger_entries l on l.id = e.ledger_entry_id
    where e.settlement_id = s.id and l.kind = 'payment') came,
  (select coalesce(sum(l.amount_cents), 0) from settlement_entries e join ledger_entries l on l.id = e.ledger_entry_id
    where e.settlement_id = s.id and l.kind = 'refund') went,
  (select coalesce(sum(t.tickets), 0) from settlement_tickets t where t.settlement_id = s.id) counted,
  (select coalesce(sum(t.fee_cents), 0) from settlement_tickets t where t.settlement_id = s.id) charged from settlements s`;

export const settlementInvariants: readonly Invariant[] = [
  {
    sentence: 'a settlement is what its entries and tickets come to',
    breaches: `select * from (${sums}) where received <> came or refunded <> went or tickets <> counted or fees <> charged`,
  },
  {
    sentence: 'what the platform pays and sells is that of its orders, and none gave more back than it had',
    breaches: `select s.id, 'sum' from settlements s where s.vouchers_cents <> (select coalesce(sum(h.amount_cents), 0)
        from settlement_shares h where h.settlement_id = s.id and h.kind = 'voucher')
      or s.articles_cents <> (select coalesce(sum(h.amount_cents), 0)
        from settlement_shares h where h.settlement_id = s.id and h.kind = 'article')
      union all select h.order_id, h.kind from settlement_shares h group by h.order_id, h.kind
        having sum(h.amount_cents) < 0`,
  },
  {
    sentence: 'a settlement adds up to nothing with what it pays, carries and takes',
    breaches: `select id from settlements where 0 <> carried_in_cents + received_cents - refunded_cents - fees_cents
      + vouchers_cents - articles_cents - cash_cents - payout_cents - carried_out_cents`,
  },
  {
    sentence: 'an entry of the ledger is settled with the event of its order, and after it came',
    breaches: `select e.ledger_entry_id from settlement_entries e join settlements s on s.id = e.settlement_id
      join ledger_entries l on l.id = e.ledger_entry_id join orders o on o.id = l.order_id
      where o.event_id <> s.event_id or l.created_at > s.until or e.order_id <> l.order_id`,
  },
  {
    sentence: 'a settlement begins with what the one before left',
    breaches: `select s.id from settlements s left join settlements b on b.event_id = s.event_id and b.number = s.number - 1
      where s.carried_in_cents <> coalesce(b.carried_out_cents, 0) or (s.number > 1 and b.id is null)`,
  },
  {
    sentence: 'what a settlement pays lives in one payout, and nothing below 0 is paid',
    breaches: `select s.id from settlements s where s.payout_cents <> (select coalesce(sum(p.amount_cents), 0) from payouts p
        where p.settlement_id = s.id and p.status <> 'returned')
      or (select count(*) from payouts p where p.settlement_id = s.id and p.status <> 'returned') > 1`,
  },
  {
    sentence: 'a file of payouts holds what it says, and nothing is paid without one',
    breaches: `select f.id from payout_files f where f.sum_cents <> (select sum(p.amount_cents) from payouts p where p.file_id = f.id)
        or f.count <> (select count(*) from payouts p where p.file_id = f.id)
      union all select p.id from payouts p where p.status <> 'open' and p.file_id is null`,
  },
  {
    sentence: 'every step of a settlement and its payouts stands in its history',
    breaches: `select s.id from settlements s where 1 <> (select count(*) from settlement_audits a
        where a.settlement_id = s.id and a.action = 'closed')
      union all select p.id from payouts p where p.file_id is not null and not exists (select 1 from settlement_audits a
        join payout_files f on f.id = p.file_id where a.settlement_id = p.settlement_id and a.action = 'filed' and a.note = f.message_id)
      union all select s.id from settlements s where
        (select count(*) from payouts p where p.settlement_id = s.id and p.status = 'returned')
        <> (select count(*) from settlement_audits a where a.settlement_id = s.id and a.action in ('returned', 'notPaid'))`,
  },
];

/** Events whose money is not in exactly one place, by their own proof. */
export async function unproven(deps: Pick<Deps, 'read' | 'write' | 'clock'>): Promise<unknown[]> {
  const events = await deps.read.all<{ id: number }>(sql`select id from events`);
  const found: unknown[] = [];
  for (const { id } of events) {
    const sheet = await proofSheetOf(deps, id);
    if (sheet && !adds(sheet)) found.push(sheet);
  }
  return found;
}
