import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { CancelReason } from './order-state.ts';

type OfOrder = { orderId: number };
type OfParticipant = { orderId: number; participantId: number };

/** When an order completes, and when a paid one is reactivated. */
export const orderPaid = factKind<OfOrder>('order.paid');
/** `refundDue`: cents refunded, opened in the same transaction. */
export const orderCanceled = factKind<OfOrder & { reason: CancelReason; wasPaid: boolean; refundDue: Cents }>(
  'order.canceled',
);
/** A guest's mailbox was proven; `isByLink`: by the link in the order's mail. */
export const orderProven = factKind<OfOrder & { isByLink?: boolean }>('order.proven');
export const orderReactivated = factKind<OfOrder>('order.reactivated');
export const orderChanged = factKind<OfOrder>('order.changed');
export const buyerChanged = factKind<OfOrder>('order.buyerChanged');
/** `before`: the former address; null: none. */
export const emailChanged = factKind<OfParticipant & { before: string | null }>('participant.emailChanged');
export const participantMoved = factKind<OfParticipant>('participant.moved');
/** Former tickets are invalid. `withOrder`: the order has another buyer, who gets its confirmation. */
export const ticketsReplaced = factKind<OfOrder & { participantIds: number[]; withOrder: boolean }>(
  'order.ticketsReplaced',
);
/** `isCorrected`: the holder of a ticket with another number gets a new one. */
export const bibSet = factKind<OfParticipant & { isCorrected?: true }>('participant.bibSet');
/**
 * A place moved from `fromOrderId` to this order; `refundDue` is refunded, opened in the same transaction. The
 * participant id stays, the person changes.
 */
export const placePassed = factKind<OfParticipant & { fromOrderId: number; refundDue: Cents }>('place.passed');
