import { addAudit, confirmRest, noteRestPaid, orderStateOf, reactivateOrder } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work, Write } from '#src/data/work.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { completePaid } from './complete-paid.ts';
import { enterMoney } from './ledger.ts';
import { moneyOfOrder, showRefunds } from './money-of-order.ts';
import { openRefund } from './open-refund.ts';
import { withdrawWaitingRefunds } from './withdraw-waiting-refunds.ts';

export type IncomingPayment = {
  orderId: number;
  method: string;
  /** Cents above 0. */
  amount: Cents;
  /** The bank's or the provider's own identification: the same money comes in once. */
  reference: string;
  /** For people: `VISA xxxx 1234`. */
  means?: string | null;
  note?: string;
  /** null: the provider or the bank's file said so. */
  editorId: number | null;
  /** The payment through the provider that this is; money that is too much goes back the same way. */
  attemptId?: number;
  /** Who transferred it. */
  payer?: { iban: string | null; name: string | null };
};

/**
 * `completed` the order is paid by it, also the rest of one that became dearer; `known` this money was here before; `partly` there is still something open;
 * `twice` the order was paid already, `late` it is canceled: a refund of all of it is open.
 */
export type Received = 'completed' | 'known' | 'partly' | 'twice' | 'late';

/**
 * Money came for an order. It enters the ledger whatever the order is by now, and what nobody owed goes back. The one door
 * that all money comes in by.
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
  // An order that waits for the owner of a listed address stays open; its money is kept, or goes back with the order.
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
  // All of it is on its way back already.
  if (outcome === 'inVain') return 'late';
  if (kept > order.totalPrice) await giveBack('excess', cents(kept - order.totalPrice));
  return 'completed';
}

/**
 * An order that expired takes its places again, since its money is here or promised. Answers false when it cannot, or when
 * somebody canceled it on purpose: then the money goes back. A write of its own, as a refusal takes back what it did.
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
