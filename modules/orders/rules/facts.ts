import { factKind } from '#src/kernel/facts.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { CancelReason } from './order-state.ts';

type OfOrder = { orderId: number };
type OfParticipant = { orderId: number; participantId: number };

/** Once the order is complete, and once more when a paid one comes back. */
export const orderPaid = factKind<OfOrder>('order.paid');
/** `refundDue`: cents that go back with it, opened in the same write. */
export const orderCanceled = factKind<OfOrder & { reason: CancelReason; wasPaid: boolean; refundDue: Cents }>(
  'order.canceled',
);
/**
 * Whoever ordered it without a login has proved since that the mailbox is theirs; `isByLink`: by the link of the order's
 * mail, whose page asks whether the order is theirs.
 */
export const orderProven = factKind<OfOrder & { isByLink?: boolean }>('order.proven');
/** What was canceled holds its places again. */
export const orderReactivated = factKind<OfOrder>('order.reactivated');
export const orderChanged = factKind<OfOrder>('order.changed');
export const buyerChanged = factKind<OfOrder>('order.buyerChanged');
/** `before`: the address that was; null: there was none. */
export const emailChanged = factKind<OfParticipant & { before: string | null }>('participant.emailChanged');
export const participantMoved = factKind<OfParticipant>('participant.moved');
/** Their tickets of before let nobody in any more. `withOrder`: the order has another buyer, who gets its confirmation. */
export const ticketsReplaced = factKind<OfOrder & { participantIds: number[]; withOrder: boolean }>(
  'order.ticketsReplaced',
);
/** `isCorrected`: by hand, and the holder of a ticket with the former number gets a new one. */
export const bibSet = factKind<OfParticipant & { isCorrected?: true }>('participant.bibSet');
/**
 * Somebody's place went from the order `fromOrderId` to this one, with `refundDue` going back for it; opened in the same
 * write. The participant is the same, who starts is another.
 */
export const placePassed = factKind<OfParticipant & { fromOrderId: number; refundDue: Cents }>('place.passed');
