import { accountMethod } from '#src/kernel/payment-methods.ts';

export const orderStatuses = ['pending', 'complete', 'shipped', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export type CancelReason = 'byUser' | 'byAdmin' | 'expired';

/** Every allowed change of an order's status; the last one is the reactivation of a canceled order that was paid. */
const allowed: readonly (readonly [OrderStatus, OrderStatus])[] = [
  ['pending', 'complete'],
  ['complete', 'shipped'],
  ['pending', 'canceled'],
  ['complete', 'canceled'],
  ['shipped', 'canceled'],
  ['canceled', 'pending'],
  ['canceled', 'complete'],
];

export const mayChangeStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  allowed.some(([a, b]) => a === from && b === to);

/** What an order is whose money is here, for statements; `isPaidStatus` is the same of one. */
export const paidStatuses = ['complete', 'shipped'] as const satisfies OrderStatus[];
/** The same inside of a statement that is written by hand: `status in ${paidList}`. */
export const paidList = `('${paidStatuses.join("', '")}')`;

export const isPaidStatus = (status: OrderStatus): boolean => (paidStatuses as readonly OrderStatus[]).includes(status);

type Invoiced = {
  status: OrderStatus;
  totalPrice: number;
  invoiceAddress: unknown;
  event: { generateInvoice: boolean };
};
/** Whether there is all that an invoice takes of the buyer. */
export const isToBeInvoiced = ({ status, totalPrice, invoiceAddress, event }: Invoiced): boolean =>
  event.generateInvoice && isPaidStatus(status) && totalPrice > 0 && invoiceAddress !== null;

type Unproven = { status: OrderStatus; awaitsProof: boolean; totalPrice: number };
/**
 * Whether its participants are not written to yet, though it is complete: it cost nothing, and whoever ordered it had only
 * typed an address. Money is proof enough.
 */
export const waitsForProof = ({ status, awaitsProof, totalPrice }: Unproven): boolean =>
  awaitsProof && totalPrice === 0 && isPaidStatus(status);

type Shown = { status: OrderStatus; paymentStatus: string | null; totalPrice: number; paymentMethod?: string | null };

/**
 * The state of an order as people read it: nobody paid for what is free, and what became dearer is not paid while its rest
 * is open. What is on account somebody else is billed for.
 */
export function visibleStatus(order: Shown): OrderStatus | 'free' | 'restOpen' | 'onAccount' {
  const { status, paymentStatus, totalPrice } = order;
  if (isPaidStatus(status) && totalPrice > 0 && paymentStatus === 'pending')
    return order.paymentMethod === accountMethod ? 'onAccount' : 'restOpen';
  return status === 'complete' && totalPrice === 0 ? 'free' : status;
}
