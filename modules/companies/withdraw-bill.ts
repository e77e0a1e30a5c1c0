import { and, eq, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { postBill } from './mails/post.ts';
import { billOf, companyOf, openOf, ordersOfBill } from './read-companies.ts';
import { refuse } from './rules/problems.ts';
import { companyAudits, companyBills, companyOrders } from './schema.ts';

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
