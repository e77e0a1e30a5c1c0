import { reactivateOrder } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work, Write } from '#src/data/work.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import type { NamedOrders } from './named-orders.ts';
import type { OrderMoneyState } from './read-state.ts';

/** A line that named one order without paying it, and may still do so together with others. */
export type WaitingLine = { fingerprint: string; amount: Cents };

/** State of the orders while lines are decided in sequence; each decision updates it. */
export type Books = { orders: Map<number, OrderMoneyState>; waiting: Map<number, WaitingLine[]> };

export type Share = { orderId: number; amount: Cents };

export type Decision =
  | { outcome: 'ignored' | 'notFound'; orderId: null }
  /** Not booked. `waits`: the line named this order alone. */
  | { outcome: 'amountMismatch'; orderId: number; waits: boolean }
  /** All of these are paid; `together`: waiting lines that complete the payment. */
  | { outcome: 'paid'; orderId: number; shares: Share[]; together: WaitingLine[] }
  /** The order is already paid or canceled: the money is entered there and refunded. */
  | { outcome: 'alreadyPaid'; orderId: number };

/** Reserves places for expired orders again, all or none. */
export type Reactivate = (orderIds: readonly number[]) => Promise<boolean>;

export const ignored: Decision = { outcome: 'ignored', orderId: null };
const notFound: Decision = { outcome: 'notFound', orderId: null };

/** Only a credit from another account pays an order. */
export const countsAsPayment = (line: BankLine, ownIban: string | null): boolean =>
  line.amount > 0 && !line.isPending && !line.isReversal && (ownIban === null || line.payerIban !== ownIban);

const isPayable = (order: OrderMoneyState): boolean =>
  order.open > 0 && (order.status === 'canceled' ? order.isExpired : true);

export async function decide(
  line: Pick<BankLine, 'amount'>,
  { sure, guesses }: NamedOrders,
  books: Books,
  reactivate: Reactivate,
): Promise<Decision> {
  for (const numbers of sure) {
    const named = numbers.flatMap((id) => books.orders.get(id) ?? []);
    if (named.length > 0) return ofNamed(line, named, books, reactivate);
  }
  const fitting = guesses
    .flatMap((id) => books.orders.get(id) ?? [])
    .filter((order) => isPayable(order) && order.open === line.amount);
  const [only] = fitting;
  if (fitting.length !== 1 || !only) return notFound;
  return (await pays([only], [], books, reactivate)) ?? notFound;
}

async function ofNamed(
  { amount }: Pick<BankLine, 'amount'>,
  named: readonly OrderMoneyState[],
  books: Books,
  reactivate: Reactivate,
): Promise<Decision> {
  const first = named[0] as OrderMoneyState;
  const payable = named.filter(isPayable);
  // Every named order is paid or canceled by a person.
  if (payable.length === 0) {
    const pending = named.find(({ status }) => status === 'pending');
    if (pending) return { outcome: 'amountMismatch', orderId: pending.id, waits: false };
    return { outcome: 'alreadyPaid', orderId: (named.find(({ status }) => isPaidStatus(status)) ?? first).id };
  }
  const [one] = payable as [OrderMoneyState];
  const owed = payable.reduce((sum, { open }) => sum + open, 0);
  const waiting = named.length === 1 ? (books.waiting.get(one.id) ?? []) : [];
  const waited = waiting.reduce((sum, each) => sum + each.amount, 0);
  const joined = owed === amount ? [] : waiting;
  const fits = owed === amount || (waiting.length > 0 && owed === amount + waited);
  if (!fits) return { outcome: 'amountMismatch', orderId: one.id, waits: named.length === 1 };
  const paid = await pays(payable, joined, books, reactivate);
  if (paid) return paid;
  // No free place: the order stays canceled and gets the money back.
  const isLost = named.length === 1 && joined.length === 0;
  return isLost
    ? { outcome: 'alreadyPaid', orderId: one.id }
    : { outcome: 'amountMismatch', orderId: one.id, waits: false };
}

/** Null: an expired order could not be reactivated. */
async function pays(
  orders: readonly OrderMoneyState[],
  joined: WaitingLine[],
  books: Books,
  reactivate: Reactivate,
): Promise<Decision | null> {
  const expired = orders.filter(({ status }) => status === 'canceled').map(({ id }) => id);
  if (expired.length > 0 && !(await reactivate(expired))) return null;
  const waited = joined.reduce((sum, each) => sum + each.amount, 0);
  const shares = orders.map(({ id, open }) => ({ orderId: id, amount: cents(open - waited) }));
  for (const order of orders) Object.assign(order, { status: 'complete', open: zeroCents });
  if (joined.length > 0) books.waiting.delete((orders[0] as OrderMoneyState).id);
  return { outcome: 'paid', orderId: (orders[0] as OrderMoneyState).id, shares, together: joined };
}

/** Reserves places for expired orders again, all or none. */
export async function reactivateWithin(work: Work, orderIds: readonly number[]): Promise<boolean> {
  try {
    await work.within(async (part) => {
      for (const orderId of orderIds) {
        await reactivateOrder(part, { orderId, editorId: null, isPaid: false, comment: 'payment.revived' });
      }
    });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

class TakenBack extends Error {
  constructor(readonly answer: boolean) {
    super('tried and taken back');
  }
}

/** Tries the reactivation in a write that is rolled back, so that preview and booking use the same rules. */
export function reactivateForPreview(write: Write): Reactivate {
  const before: number[][] = [];
  return async (orderIds) => {
    try {
      await write(async (work) => {
        for (const group of before) await reactivateWithin(work, group);
        throw new TakenBack(await reactivateWithin(work, orderIds));
      });
      return false;
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
      if (error.answer) before.push([...orderIds]);
      return error.answer;
    }
  };
}
