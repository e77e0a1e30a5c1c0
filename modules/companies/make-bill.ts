import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { postBill } from './mails/post.ts';
import { companyOf, openOf, unbilledOrders } from './read-companies.ts';
import { dueDate, reminderAt } from './rules/company.ts';
import { refuse } from './rules/problems.ts';
import { type CompanyBill, companyAudits, companyBillLines, companyBills, companyOrders } from './schema.ts';

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
