import { sql } from 'drizzle-orm';
import { billedTaxes } from '#modules/invoicing/rules/billing.ts';
import { ciiOf, isEInvoice } from '#modules/invoicing/rules/cii.ts';
import { billedSign, type PaperData, type PaperKind, taxIn } from '#modules/invoicing/rules/paper.ts';
import { type SpreadLine, spreadEntries } from '#modules/invoicing/rules/spread.ts';
import type { Reader } from '#src/data/database.ts';
import type { BasisPoints, Cents } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { names } from './booking.ts';
import type { Invariant } from './invariants.ts';
import type { Season } from './season.ts';
import { someOrder, tried } from './tried.ts';

/** Cents of the order `o`: what came in, what is going back or went, and of that what nobody ever owed. */
const received = `(select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment')`;
const returned = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn')`;
const excess = `(select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id and r.status <> 'withdrawn' and r.reason <> 'granted')`;
/** Everybody heard of what happened to it and to who sells, and no job is still to go through the orders of its event. */
const isHeard = `not exists (select 1 from facts f where f.done_at is null
    and (f.name = 'organizer.changed' or json_extract(f.payload, '$.orderId') = o.id))
  and not exists (select 1 from invoice_backlogs b where b.event_id = o.event_id and b.is_on = 1 and b.finished_at is null)`;
/** Who sells can stand on an invoice: without that a new one is refused, also to whom an earlier one was credited. */
const hasSeller = `exists (select 1 from event_organizers eo join organizers g on g.id = eo.organizer_id
  where eo.event_id = o.event_id and eo.is_main = 1 and json_extract(g.address, '$.zipCode') is not null
  and json_extract(g.address, '$.city') is not null and json_extract(g.address, '$.countryCode') is not null)`;
const isPaid = `o.status in ('complete', 'shipped')`;
/**
 * What the order costs its buyer: its total, less what was granted back since it is paid (an open rest is still owed); of
 * a canceled one what was not given back.
 */
const cost = `max(0, min(o.total_cents, ${received} - ${returned}
  + case when ${isPaid} then max(0, o.total_cents - (${received} - ${excess})) else 0 end))`;

/** What stands on paper is what an order costs, to the cent, and no number is left out. */
export const paperInvariants: readonly Invariant[] = [
  {
    sentence:
      'the papers of an order add up to what it costs less what was granted back; where buyer or seller has no address, to nothing at least',
    breaches: `select * from (select o.id, o.status, o.invoice_address, sum(i.total_cents) billed, ${cost} cost, ${hasSeller} has_seller from orders o
        join invoices i on i.order_id = o.id where o.status <> 'pending' and ${isHeard} group by o.id)
      where billed <> cost and not (billed = 0 and (invoice_address is null or not has_seller))`,
  },
  {
    sentence: 'a paid order with its address has an invoice, where its event issues some',
    breaches: `select o.id from orders o join events e on e.id = o.event_id where e.generate_invoice = 1 and ${isPaid}
      and ${isHeard} and ${cost} > 0 and json_extract(o.invoice_address, '$.zipCode') is not null and o.total_cents <= 40000
      and ${hasSeller}
      and not exists (select 1 from invoices i where i.order_id = o.id)`,
  },
  {
    sentence: 'an order has one live invoice at the most',
    breaches: `with running as (select id, order_id, kind, sum(total_cents) over (partition by order_id order by id) left_over
        from invoices where order_id is not null)
      select order_id from running r where kind = 'invoice' and id > coalesce((select max(z.id) from running z
        where z.order_id = r.order_id and z.left_over = 0), 0) group by order_id having count(*) > 1`,
  },
  {
    sentence: 'numbers of papers leave none out, in the sequence of issue',
    breaches: `select * from (select s.id, s.last, i.sequence, row_number() over (partition by s.id order by i.id) place,
        count(*) over (partition by s.id) papers from invoice_series s join invoices i on i.series_id = s.id)
      where sequence <> place or last <> papers`,
  },
  {
    sentence: 'an order with a paper says so',
    breaches: `select o.id from orders o where o.has_invoice <> exists (select 1 from invoices i where i.order_id = o.id)`,
  },
];

type Issued = { kind: PaperKind; data: PaperData };

/** Rates of an order at which its papers since the live invoice say another tax than that in what they bill together. */
const wrongTaxes = (papers: readonly Issued[]): string[] =>
  [...billedTaxes(papers)].flatMap(([key, { gross, tax }]) =>
    tax === taxIn(gross, Number(key.split('|')[1]) as BasisPoints) ? [] : [`tax ${tax} of ${gross} at ${key}`],
  );

/** Papers that break a rule of EN 16931, whose figures are not those of their row, or whose taxes do not add up. */
export async function brokenPapers(read: Reader): Promise<string[]> {
  const rows = await read.all<{ number: string; total: number; data: string; orderId: number | null }>(
    sql`select number, total_cents total, data, order_id orderId from invoices order by id`,
  );
  const issued = rows.map((row) => ({ ...row, paper: JSON.parse(row.data) as PaperData }));
  const byOrder = Map.groupBy(issued, ({ orderId }) => orderId);
  byOrder.delete(null);
  const taxes = [...byOrder].flatMap(([orderId, papers]) =>
    wrongTaxes(papers.map(({ paper }) => ({ kind: paper.kind, data: paper }))).map(
      (wrong) => `order ${orderId}: ${wrong}`,
    ),
  );
  const broken = issued.flatMap(({ number, total, paper }) => {
    const broken = isEInvoice(paper) ? brokenRules(ciiOf(paper)) : [];
    if (Math.abs(total) !== Math.abs(paper.totals.gross)) broken.push('total');
    return broken.map((rule) => `${number}: ${rule}`);
  });
  return [...broken, ...taxes];
}

type Sum = { kind: 'payment' | 'refund'; amount: Cents };
/**
 * Orders whose money, spread over the tax rates as the accounting overview does it, is not what their papers say, rate by
 * rate; of those whose papers have heard of all of it.
 */
export async function spreadOtherwise(read: Reader): Promise<string[]> {
  const orders = await read.all<{ id: number }>(
    sql.raw(`select o.id from orders o where o.has_invoice = 1
    and o.status <> 'pending' and ${isHeard}`),
  );
  const wrong: string[] = [];
  for (const { id } of orders) {
    const lines = await read.all<SpreadLine>(
      sql`select kind, vat_basis_points vat, price_total_cents "priceTotal" from order_items where order_id = ${id} order by position`,
    );
    const entries = await read.all<Sum>(
      sql`select kind, amount_cents amount from ledger_entries where order_id = ${id} order by id`,
    );
    const papers = await read.all<{ data: string; kind: PaperKind }>(
      sql`select data, kind from invoices where order_id = ${id} order by id`,
    );
    const byRate = new Map<number, number>();
    const add = (rate: number, sum: number) => byRate.set(rate, (byRate.get(rate) ?? 0) + sum);
    let billed = 0;
    for (const { data, kind } of papers)
      for (const { rate, gross } of (JSON.parse(data) as PaperData).lines) {
        billed += billedSign(kind) * gross;
        add(rate, -billedSign(kind) * gross);
      }
    const kept = entries.reduce((sum, { kind, amount }) => (kind === 'payment' ? sum + amount : sum - amount), 0);
    if (kept !== billed) continue;
    for (const [at, shares] of spreadEntries(lines, entries).entries())
      for (const [rate, sum] of shares) add(rate, entries[at]?.kind === 'payment' ? sum : -sum);
    const odd = [...byRate].filter(([, rest]) => rest !== 0);
    if (odd.length > 0) wrong.push(`order ${id}: ${JSON.stringify(odd)}`);
  }
  return wrong;
}

const askInvoice = async (season: Season): Promise<void> => {
  const who = season.dice.chance(0.5) ? season.organizer : season.dice.pick(season.buyers);
  const path = `/api/orders/${someOrder(season)}/invoice`;
  const ask = () => tried(season, 'invoice', who, 'GET', path);
  await (season.dice.chance(0.2) ? Promise.all([ask(), ask()]) : ask());
};

async function billSomebodyElse(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const invoiceAddress = {
    firstName: dice.pick(names),
    lastName: dice.pick(names),
    street: 'Landstraße',
    houseNumber: String(dice.between(1, 3)),
    zipCode: '4020',
    city: 'Linz',
    countryCode: 'AT',
  };
  const path = `/api/admin/orders/${someOrder(season)}/data`;
  await tried(season, 'bill somebody else', organizer, 'PATCH', path, {
    invoiceAddress: dice.chance(0.1) ? null : invoiceAddress,
  });
}

export const paperVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [3, askInvoice],
  [3, billSomebodyElse],
];
