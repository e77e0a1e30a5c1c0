import { billNumber, makeReference } from '#modules/payments/rules/payment-reference.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import {
  type AccountOrder,
  billsOf,
  type OpenSums,
  openOf,
  openSumsOf,
  ordersOfBill,
  unbilledOrders,
} from './read-companies.ts';
import { type BillState, billState } from './rules/company.ts';
import type { Company, CompanyBill } from './schema.ts';

export type BillView = {
  bill: CompanyBill;
  /** null: the platform has no account any more. */
  reference: string | null;
  orders: AccountOrder[];
  open: Cents;
  state: BillState;
};
export type CompanyPageView = { company: Company; sums: OpenSums; unbilled: AccountOrder[]; bills: BillView[] };

const maxBills = 36;
type Reading = Pick<Deps, 'read' | 'config'>;

export async function viewBill({ read, config }: Reading, bill: CompanyBill, now: Instant): Promise<BillView> {
  const orders = await ordersOfBill(read, bill.id);
  const open = openOf(orders);
  const reference = config.bank ? makeReference(config.bank.referencePrefix, billNumber(bill.id)) : null;
  return {
    bill,
    reference,
    orders,
    open,
    state: billState({ ...bill, open }, now),
  };
}

/** Newest bills first. */
export async function viewCompany(deps: Reading, company: Company, now: Instant): Promise<CompanyPageView> {
  const { read } = deps;
  const bills: BillView[] = [];
  for (const bill of (await billsOf(read, company.id)).slice(0, maxBills)) bills.push(await viewBill(deps, bill, now));
  const sums = present(
    (await openSumsOf(read, [company.id], now)).get(company.id),
    'sums of a company that was asked for',
  );
  return { company, sums, unbilled: await unbilledOrders(read, company.id), bills };
}
