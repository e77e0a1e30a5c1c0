import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { enterByHand } from '#modules/payments/index.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { postBill } from './mails/mail-types.ts';
import { billOf, companyOf, openOf, ordersOfBill, unbilledOrders } from './read-companies.ts';
import { dueDate, nextMonthlyBill, reminderAt, reminderOf, spread } from './rules/company.ts';
import { refuse } from './rules/problems.ts';
import { type CompanyBill, companies, companyAudits, companyBillLines, companyBills, companyOrders } from './schema.ts';

/**
 * Makes one bill for all open orders on account that are on no bill yet. It is no invoice: each order has its own.
 * @throws Problem COMPANY_NOTHING_TO_BILL, NOT_FOUND
 */
export async function makeBill(
  work: Work,
  { companyId, editorId }: { companyId: number; editorId: number | null },
): Promise<CompanyBill> {
  const { tx, now } = work;
  const company = await companyOf(tx, companyId);
  const orders = await unbilledOrders(tx, companyId);
  if (orders.length === 0) return refuse('COMPANY_NOTHING_TO_BILL');
  const due = dueDate(now, company.paymentDays, defaultTimeZone);
  const total = openOf(orders);
  const [made] = await tx
    .insert(companyBills)
    .values({ companyId, createdAt: now, ...due, total, editorId, nextReminderAt: reminderAt(due.overdueAt, 0) })
    .returning();
  const bill = present(made, 'an inserted bill is there');
  await tx
    .insert(companyBillLines)
    .values(orders.map(({ orderId, open }) => ({ billId: bill.id, orderId, amount: open })));
  const ids = orders.map(({ orderId }) => orderId);
  const onIt = await tx
    .update(companyOrders)
    .set({ billId: bill.id })
    .where(
      and(inArray(companyOrders.orderId, ids), isNull(companyOrders.billId), eq(companyOrders.companyId, companyId)),
    )
    .returning({ orderId: companyOrders.orderId });
  assert(onIt.length === ids.length, 'an order is on one bill at most');
  await tx
    .insert(companyAudits)
    .values({ companyId, editorId, what: 'billed', detail: `${bill.id} ${total}`, createdAt: now });
  await postBill(work, company, bill, 'new');
  return bill;
}

/**
 * Enters money received for a bill, all that is open or a part. The oldest orders get it first. More than the open sum
 * is refused.
 * @throws Problem COMPANY_BILL_NOT_OPEN, VALIDATION_FAILED, NOT_FOUND
 */
export async function payBill(
  work: Work,
  { billId, editorId, amount, note = '' }: { billId: number; editorId: number; amount?: Cents; note?: string },
): Promise<Cents> {
  const { tx, now } = work;
  const { companyId } = await billOf(tx, billId);
  const orders = await ordersOfBill(tx, billId);
  const open = openOf(orders);
  const sum = amount ?? open;
  if (!Number.isSafeInteger(sum) || sum < 0 || (amount !== undefined && sum === 0))
    return refuseFields({ amount: ['number'] });
  if (open === 0 || sum > open) return refuse('COMPANY_BILL_NOT_OPEN', { open });
  for (const part of spread(orders, sum)) {
    const { orderId, open: missing } = part.order;
    const came = await enterByHand(work, { orderId, amount: part.amount, editorId, note });
    assert(came === (part.amount === missing ? 'completed' : 'partly'), `money of a bill is ${came}`);
  }
  await tx
    .insert(companyAudits)
    .values({ companyId, editorId, what: 'paid', detail: `${billId} ${sum}`, createdAt: now });
  return cents(open - sum);
}

/**
 * Withdraws a bill that is not fully paid: its orders wait for the next bill, paid ones stay paid, the company is told.
 * Number and document stay. Later money with its reference is left to a person.
 * @throws Problem COMPANY_BILL_NOT_OPEN, NOT_FOUND
 */
export async function withdrawBill(
  work: Work,
  { billId, editorId }: { billId: number; editorId: number },
): Promise<void> {
  const { tx, now } = work;
  const bill = await billOf(tx, billId);
  const open = openOf(await ordersOfBill(tx, billId));
  if (open === 0) return refuse('COMPANY_BILL_NOT_OPEN', { open });
  const withdrawn = await tx
    .update(companyBills)
    .set({ withdrawnAt: now, nextReminderAt: null })
    .where(and(eq(companyBills.id, billId), isNull(companyBills.withdrawnAt)))
    .returning({ id: companyBills.id });
  if (withdrawn.length === 0) return refuse('COMPANY_BILL_NOT_OPEN', { open: 0 });
  await tx.update(companyOrders).set({ billId: null }).where(eq(companyOrders.billId, billId));
  const { companyId } = bill;
  await tx
    .insert(companyAudits)
    .values({ companyId, editorId, what: 'withdrawn', detail: `${billId} ${open}`, createdAt: now });
  await postBill(work, await companyOf(tx, companyId), bill, 'withdrawn');
}

const atOnce = 50;
type Needs = Pick<Deps, 'read' | 'write' | 'clock'>;

/** On the first of the month, makes the bill of each company with monthly billing and open orders. */
export const monthlyBillsJob = ({ read, write, clock }: Needs): Job => ({
  name: 'company-bills',
  everyMs: minutes(5),
  endsByClock: true,
  async run() {
    const { id, nextBillAt } = companies;
    const due = await read
      .select({ id })
      .from(companies)
      .where(lte(nextBillAt, clock()))
      .orderBy(asc(nextBillAt))
      .limit(atOnce);
    for (const company of due) await write((work) => billOfMonth(work, company.id));
    return due.length === atOnce;
  },
});

export async function billOfMonth(work: Work, companyId: number): Promise<void> {
  const { tx, now } = work;
  const { nextBillAt } = await companyOf(tx, companyId);
  // Another process may have made it, or billing was changed meanwhile.
  if (nextBillAt === null || nextBillAt > now) return;
  await tx
    .update(companies)
    .set({ nextBillAt: nextMonthlyBill(now, defaultTimeZone) })
    .where(eq(companies.id, companyId));
  if ((await unbilledOrders(tx, companyId)).length > 0) await makeBill(work, { companyId, editorId: null });
}

export const remindBillsJob = ({ read, write, clock }: Needs): Job => ({
  name: 'remind-company-bills',
  everyMs: minutes(5),
  endsByClock: true,
  async run() {
    const { id, nextReminderAt } = companyBills;
    const due = await read
      .select({ id })
      .from(companyBills)
      .where(lte(nextReminderAt, clock()))
      .orderBy(asc(nextReminderAt))
      .limit(atOnce);
    for (const bill of due) await write((work) => remindBill(work, bill.id));
    return due.length === atOnce;
  },
});

export async function remindBill(work: Work, billId: number): Promise<void> {
  const { tx, now } = work;
  const bill = await billOf(tx, billId);
  if (bill.nextReminderAt === null || bill.nextReminderAt > now) return;
  const kind = reminderOf(bill.reminders);
  const isOpen = openOf(await ordersOfBill(tx, billId)) > 0;
  const sent = bill.reminders + (isOpen ? 1 : 0);
  const nextReminderAt = isOpen ? reminderAt(bill.overdueAt, sent) : null;
  await tx.update(companyBills).set({ reminders: sent, nextReminderAt }).where(eq(companyBills.id, billId));
  if (isOpen && kind) await postBill(work, await companyOf(tx, bill.companyId), bill, kind);
}
