import { enterByHand } from '#modules/payments/index.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { billOf, openOf, ordersOfBill } from './read-companies.ts';
import { spread } from './rules/company.ts';
import { refuse } from './rules/problems.ts';
import { companyAudits } from './schema.ts';

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
