import {
  addAudit,
  cancelOrder,
  completeOrders,
  confirmRest,
  noteRestPaid,
  orderStateOf,
  type PaidOrder,
  passPlace,
  reactivateOrder,
  requirePaid,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work, Write } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { enterMoney } from './ledger.ts';
import { moneyOfOrder, showRefunds } from './money-of-order.ts';
import { openRefund, withdrawWaitingRefunds } from './open-refund.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';
import { settleTotal } from './settle-total.ts';

export type IncomingPayment = {
  orderId: number;
  method: string;
  amount: Cents;
  /** Identification by bank or provider; the same money is entered once. */
  reference: string;
  /** For people: `VISA xxxx 1234`. */
  means?: string | null;
  note?: string;
  /** Null: reported by provider or bank file. */
  editorId: number | null;
  /** The attempt of a payment through the provider; an excess is refunded the same way. */
  attemptId?: number;
  /** The payer of a transfer. */
  payer?: { iban: string | null; name: string | null };
};

/** `known`: entered before. `partly`: a rest is open. `twice` (paid) and `late` (canceled) open a full refund. */
export type Received = 'completed' | 'known' | 'partly' | 'twice' | 'late';

/**
 * Enters money for an order in any state and refunds what was not owed. All payments pass through here.
 * @throws Problem NOT_FOUND
 */
export async function receivePayment(work: Work, payment: IncomingPayment): Promise<Received> {
  const { orderId, method, amount, reference, note = '', means = null, editorId, attemptId = null, payer } = payment;
  const { tx } = work;
  const entered = await enterMoney(work, { orderId, kind: 'payment', method, amount, reference, note });
  if (!entered) return 'known';
  const order = (await orderStateOf(tx, orderId)) ?? refuse('NOT_FOUND');
  const returned = { orderId, method, attemptId, editorId: null, ...(payer ? { payee: payer } : {}) };
  const giveBack = async (reason: 'twice' | 'late' | 'excess', tooMuch: Cents) => {
    await openRefund(work, { ...returned, amount: tooMuch, reason, reference: `${reason}|${method}|${reference}` });
    await addAudit(work, { orderId, type: 'Other', editorId, comment: `payment.${reason} ${method} ${tooMuch}` });
  };
  if (isPaidStatus(order.status)) {
    const { open, excess } = await moneyOfOrder(tx, order);
    if (excess >= amount) {
      await giveBack('twice', amount);
      return 'twice';
    }
    if (open === 0) await confirmRest(work, [orderId], reference);
    await noteRestPaid(work, [orderId], open === 0);
    const comment = `payment.${open === 0 ? 'rest' : 'partly'} ${method} ${amount}`;
    await addAudit(work, { orderId, type: 'Other', editorId, comment });
    if (excess > 0) await giveBack('excess', excess);
    return open === 0 ? 'completed' : 'partly';
  }
  if (order.status === 'canceled') {
    await giveBack('late', amount);
    return 'late';
  }
  const { kept } = await moneyOfOrder(tx, order);
  // Orders that wait for a listed member's confirmation stay pending.
  if (kept < order.totalPrice || order.memberProofUntil !== null) {
    await addAudit(work, { orderId, type: 'Other', editorId, comment: `payment.partly ${method} ${amount}` });
    return 'partly';
  }
  const outcome = await completePaid(work, {
    orderId,
    paymentMethod: method,
    paymentMeans: means,
    editorId,
    ...(note ? { comment: note } : {}),
  });
  if (outcome === 'inVain') return 'late';
  if (kept > order.totalPrice) await giveBack('excess', cents(kept - order.totalPrice));
  return 'completed';
}

/**
 * Reserves places for an expired order again. False when there is none or a person canceled the order. Uses its own
 * write, which a refusal rolls back.
 */
export async function reactivateExpired(write: Write, orderId: number): Promise<boolean> {
  try {
    return await write(async (work) => {
      const order = await orderStateOf(work.tx, orderId);
      if (order?.status !== 'canceled' || order.cancelReason !== 'expired') return false;
      await withdrawWaitingRefunds(work, orderId);
      await reactivateOrder(work, { orderId, editorId: null, isPaid: false, comment: 'payment.revived' });
      await showRefunds(work, orderId);
      return true;
    });
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/**
 * Completes orders in the write that enters their money. A taken-over place changes its owner; if it is gone, the order
 * is canceled and refunded. Returns the orders that were pending and those canceled.
 */
export async function completeAllPaid(
  work: Work,
  paid: readonly PaidOrder[],
  editorId: number | null,
): Promise<{ completed: ReadonlySet<number>; inVain: ReadonlySet<number> }> {
  const completed = await completeOrders(work, { paid, editorId });
  const inVain = new Set<number>();
  for (const [orderId, place] of completed)
    if (place !== null && !(await handOverPlace(work, orderId))) inVain.add(orderId);
  return { completed: new Set(completed.keys()), inVain };
}

/** Hands the place over to a paid order, or refunds it. Returns whether the place was handed over. */
export async function handOverPlace(work: Work, orderId: number): Promise<boolean> {
  // Refunds what the order has beyond its new total: parts may be refunded already or were never paid.
  const settle = async (fromOrderId: number, leaves: Cents) =>
    (await settleTotal(work, { orderId: fromOrderId, difference: cents(-leaves), editorId: null })).goesBack;
  const passed = await passPlace(work, orderId, settle);
  if (!passed) {
    const giveBack = openCancellationRefund({ mode: 'full' });
    await cancelOrder(work, { orderId, editorId: null, reason: 'byAdmin', giveBack });
    return false;
  }
  return true;
}

/**
 * Completes one order. `before`: it was paid already.
 * @throws Problem CANT_CHANGE_ORDER_STATUS of a canceled order, NOT_FOUND
 */
export async function completePaid(
  work: Work,
  { editorId, ...paid }: PaidOrder & { editorId: number | null },
): Promise<'completed' | 'inVain' | 'before'> {
  const { orderId } = paid;
  const { completed, inVain } = await completeAllPaid(work, [paid], editorId);
  if (completed.has(orderId)) return inVain.has(orderId) ? 'inVain' : 'completed';
  await requirePaid(work, orderId);
  return 'before';
}
