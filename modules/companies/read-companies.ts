import { and, asc, desc, eq, exists, inArray, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/sqlite-core';
import { paidList } from '#modules/orders/rules/order-state.ts';
import { openOfOrder } from '#modules/payments/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { byName } from '#src/web/list/name-order.ts';
import { contains } from '#src/web/list/query.ts';
import { ownCompaniesPath } from './paths.ts';
import { refuse } from './rules/problems.ts';
import { type Company, type CompanyBill, companies, companyAudits, companyBills, companyMembers } from './schema.ts';

/** Whether the order `o` is on account: complete, and not paid another way before. */
export const isOnAccount = sql.raw(`(o.payment_method = '${accountMethod}' and o.status in ${paidList})`);

export async function companyOf(reader: Reader | Tx, companyId: number): Promise<Company> {
  const [company] = await reader.select().from(companies).where(eq(companies.id, companyId));
  return company ?? refuse('NOT_FOUND');
}

export async function billOf(reader: Reader | Tx, billId: number): Promise<CompanyBill> {
  const [bill] = await reader.select().from(companyBills).where(eq(companyBills.id, billId));
  return bill ?? refuse('NOT_FOUND');
}

export const billsOf = (reader: Reader | Tx, companyId: number): Promise<CompanyBill[]> =>
  reader.select().from(companyBills).where(eq(companyBills.companyId, companyId)).orderBy(desc(companyBills.id));

export async function membersOf(reader: Reader | Tx, companyId: number): Promise<string[]> {
  const rows = await reader
    .select({ email: companyMembers.email })
    .from(companyMembers)
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(asc(companyMembers.email));
  return rows.map(({ email }) => email);
}

export const companiesOfOrganizer = (reader: Reader | Tx, organizerId: number): Promise<Company[]> =>
  reader
    .select()
    .from(companies)
    .where(eq(companies.organizerId, organizerId))
    .orderBy(...byName(companies.name), asc(companies.id));

export const companySource = (organizerId: number): ListSource => ({
  id: companies.id,
  fields: { id: { column: companies.id, kind: 'number' }, name: { column: companies.name, kind: 'text' } },
  scope: eq(companies.organizerId, organizerId),
  search: (q) => contains(companies.name, q),
  order: [...byName(companies.name), asc(companies.id)],
});

export const readCompanies = (reader: Reader | Tx, ids: readonly number[]): Promise<Company[]> =>
  reader
    .select()
    .from(companies)
    .where(inArray(companies.id, [...ids]));

const isMember = (reader: Reader | Tx, email: string) =>
  exists(
    reader
      .select({ one: sql`1` })
      .from(companyMembers)
      .where(and(eq(companyMembers.companyId, companies.id), eq(companyMembers.email, email))),
  );

/** Open companies of these organizers that list the mailbox as a member. */
export const companiesToOrderOn = (
  reader: Reader | Tx,
  email: string,
  organizerIds: readonly number[],
): Promise<Company[]> =>
  reader
    .select()
    .from(companies)
    .where(
      and(inArray(companies.organizerId, [...organizerIds]), eq(companies.isClosed, false), isMember(reader, email)),
    )
    .orderBy(...byName(companies.name));

/** Companies that list the mailbox as a member or as the recipient of bills. */
export const companiesOfMailbox = (reader: Reader | Tx, email: string): Promise<Company[]> =>
  reader
    .select()
    .from(companies)
    .where(
      inArray(
        companies.id,
        union(
          reader.select({ id: companies.id }).from(companies).where(eq(companies.contactEmail, email)),
          reader.select({ id: companyMembers.companyId }).from(companyMembers).where(eq(companyMembers.email, email)),
        ),
      ),
    )
    .orderBy(...byName(companies.name), asc(companies.id));

/** Path of the own companies' page; null without a company. */
export const ownCompaniesPathOf = async (reader: Reader, email: string): Promise<string | null> =>
  (await companiesOfMailbox(reader, email)).length > 0 ? ownCompaniesPath : null;

export type AccountOrder = {
  orderId: number;
  billId: number | null;
  eventId: number;
  event: string;
  people: number;
  placedAt: number;
  isLive: boolean;
  /** Current price; 0 when canceled or paid another way. */
  total: Cents;
  open: Cents;
  /** Open sum at the time of the bill. */
  billed: Cents | null;
  invoice: string | null;
};

async function accountOrders(reader: Reader | Tx, which: ReturnType<typeof sql>): Promise<AccountOrder[]> {
  const rows = await reader.all<Record<string, number | string | null>>(sql`
    select c.order_id orderId, c.bill_id billId, c.placed_at placedAt, o.event_id eventId, e.title event,
      case when ${isOnAccount} then 1 else 0 end live, o.total_cents total,
      case when ${isOnAccount} then ${openOfOrder} else 0 end open, line.amount_cents billed,
      (select count(*) from participants p where p.order_id = o.id and p.live = 1) people,
      (select i.number from invoices i where i.order_id = o.id and i.kind = 'invoice' order by i.id desc limit 1) invoice
    from ${which}
    order by c.order_id`);
  return rows.map((row) => {
    const isLive = Number(row.live) === 1;
    return {
      orderId: Number(row.orderId),
      billId: row.billId === null ? null : Number(row.billId),
      eventId: Number(row.eventId),
      event: String(row.event),
      people: Number(row.people),
      placedAt: Number(row.placedAt),
      isLive,
      total: cents(isLive ? Number(row.total) : 0),
      open: cents(Number(row.open)),
      billed: row.billed === null ? null : cents(Number(row.billed)),
      invoice: row.invoice === null ? null : String(row.invoice),
    };
  });
}

/** Unpaid orders on no bill, oldest first. */
export const unbilledOrders = async (reader: Reader | Tx, companyId: number): Promise<AccountOrder[]> =>
  (
    await accountOrders(
      reader,
      sql`company_orders c join orders o on o.id = c.order_id join events e on e.id = o.event_id
        left join company_bill_lines line on line.bill_id = c.bill_id and line.order_id = c.order_id
        where c.company_id = ${companyId} and c.bill_id is null and ${isOnAccount}`,
    )
  ).filter(({ open }) => open > 0);

/** The bill's orders as they are now, oldest first. An order that left the bill or the account counts as 0. */
export async function ordersOfBill(reader: Reader | Tx, billId: number): Promise<AccountOrder[]> {
  const orders = await accountOrders(
    reader,
    sql`company_bill_lines line join company_orders c on c.order_id = line.order_id
      join orders o on o.id = c.order_id join events e on e.id = o.event_id where line.bill_id = ${billId}`,
  );
  return orders.map((order) =>
    order.billId === billId ? order : { ...order, isLive: false, total: cents(0), open: cents(0) },
  );
}

export const openOf = (orders: readonly { open: Cents }[]): Cents => sumCents(orders.map(({ open }) => open));

/** In all, on bills, and on bills overdue at `now`. */
export type OpenSums = { open: Cents; billed: Cents; overdue: Cents };
export async function openSumsOf(
  reader: Reader | Tx,
  companyIds: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, OpenSums>> {
  const rows = await reader.all<Record<keyof OpenSums | 'companyId', number>>(sql`
    select companyId, sum(open) open, sum(case when billed then open else 0 end) billed,
      sum(case when late then open else 0 end) overdue
    from (select c.company_id companyId, c.bill_id is not null billed, coalesce(b.overdue_at <= ${now}, 0) late, ${openOfOrder} open
      from (select value from json_each(${JSON.stringify(companyIds)})) wanted
        join company_orders c on c.company_id = wanted.value join orders o on o.id = c.order_id
        left join company_bills b on b.id = c.bill_id where ${isOnAccount})
    group by companyId`);
  const none = { open: cents(0), billed: cents(0), overdue: cents(0) };
  const found = new Map(
    rows.map((row) => [
      Number(row.companyId),
      { open: cents(Number(row.open)), billed: cents(Number(row.billed)), overdue: cents(Number(row.overdue)) },
    ]),
  );
  return new Map(companyIds.map((id) => [id, found.get(id) ?? none]));
}

/** Sums of an event. Starts from its organizers' companies, which are few compared with its orders. */
export async function openOfEvent(
  reader: Reader | Tx,
  eventId: number,
  now: number,
): Promise<Pick<OpenSums, 'open' | 'overdue'>> {
  const [row] = await reader.all<{ open: number; overdue: number }>(sql`
    select coalesce(sum(open), 0) open, coalesce(sum(case when late then open else 0 end), 0) overdue
    from (select coalesce(b.overdue_at <= ${now}, 0) late, ${openOfOrder} open
      from event_organizers e cross join companies k on k.organizer_id = e.organizer_id
        cross join company_orders c on c.company_id = k.id cross join orders o on o.id = c.order_id
        left join company_bills b on b.id = c.bill_id
      where e.event_id = ${eventId} and o.event_id = ${eventId} and ${isOnAccount})`);
  return { open: cents(Number(row?.open ?? 0)), overdue: cents(Number(row?.overdue ?? 0)) };
}

/** For the bank import: the orders still on account, per bill, in one statement. */
export async function ordersOfBills(
  reader: Reader | Tx,
  billIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await reader.all<{ billId: number; orderId: number }>(sql`
    select c.bill_id billId, c.order_id orderId from (select value from json_each(${JSON.stringify(billIds)})) wanted
      join company_orders c on c.bill_id = wanted.value join orders o on o.id = c.order_id
    where ${isOnAccount} order by c.order_id`);
  const of = Map.groupBy(rows, ({ billId }) => Number(billId));
  return new Map([...of].map(([billId, found]) => [billId, found.map(({ orderId }) => Number(orderId))]));
}

export const historyOf = (reader: Reader | Tx, companyId: number) =>
  reader
    .select()
    .from(companyAudits)
    .where(eq(companyAudits.companyId, companyId))
    .orderBy(desc(companyAudits.id))
    .limit(50);
