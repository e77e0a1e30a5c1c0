import { asc, eq, lte } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { postBill } from './mails/post.ts';
import { makeBill } from './make-bill.ts';
import { billOf, companyOf, openOf, ordersOfBill, unbilledOrders } from './read-companies.ts';
import { nextMonthlyBill, reminderAt, reminderOf } from './rules/company.ts';
import { companies, companyBills } from './schema.ts';

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
