import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { addressShape, userById } from '#modules/accounts/index.ts';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { type Cents, withCents } from '#src/kernel/money.ts';
import { accountMethod } from '#src/kernel/payment-methods.ts';
import type { Instant } from '#src/kernel/time.ts';
import { addAudit, addAudits, changesBetween } from '../add-audit.ts';
import { orderChanged, orderPaid } from '../rules/facts.ts';
import { isPaidStatus, mayChangeStatus, type OrderStatus, paidStatuses } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { orderAuditChanges, orderAudits, orders } from '../schema.ts';
import type { GiveBack } from '../slots.ts';
import { cancelOrder } from './cancel-order.ts';

export type PaidOrder = {
  orderId: number;
  paymentMethod: string;
  paymentMeans?: string | null;
  comment?: string;
};

/**
 * Completes pending orders and returns them with the participant whose place each takes over; that place must pass in
 * the same transaction (`passPlace`). Other orders are unchanged, so payment messages may repeat. `editorId` null: the
 * provider or a bank file.
 */
export async function completeOrders(
  work: Work,
  { paid, editorId }: { paid: readonly PaidOrder[]; editorId: number | null },
): Promise<Map<number, number | null>> {
  const { tx, now } = work;
  if (paid.length === 0) return new Map();
  const list = JSON.stringify(
    paid.map(({ orderId, paymentMethod, paymentMeans = null }) => [orderId, paymentMethod, paymentMeans]),
  );
  const rows = await tx.all<{ id: number; place: number | null }>(sql`
    update orders set status = 'complete', payment_status = 'completed', paid_at = ${now}, expires_at = null,
      payment_method = paid.method, payment_means = paid.means
    from (select value ->> 0 id, value ->> 1 method, value ->> 2 means from json_each(${list})) paid
    where orders.id = paid.id and orders.status = 'pending' and orders.member_proof_until is null returning orders.id id, orders.takes_place_of place`);
  const completed = new Map(rows.map(({ id, place }) => [Number(id), place === null ? null : Number(place)]));
  const changed = paid.filter(({ orderId }) => completed.has(orderId));
  if (changed.length === 0) return completed;
  await addAudits(
    work,
    changed.map(({ orderId, comment = '' }) => ({ orderId, type: 'OrderPaid', editorId, comment })),
  );
  for (const _ of changed) work.count('startblock_orders_paid_total');
  await work.announce(...changed.map(({ orderId }) => orderPaid({ orderId })));
  return completed;
}

/** The order must already be paid. @throws Problem CANT_CHANGE_ORDER_STATUS of a canceled order, NOT_FOUND */
export async function requirePaid({ tx }: Work, orderId: number): Promise<void> {
  const { status, memberProofUntil } = orders;
  const [order] = await tx.select({ status, memberProofUntil }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  if (order.status === 'pending' && order.memberProofUntil !== null) return refuse('ORDER_AWAITS_MEMBER');
  if (!isPaidStatus(order.status)) refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: 'complete' });
}

const buyerOf = prepared((reader) =>
  reader
    .select({ userId: orders.userId, language: orders.language })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

export async function confirmOrder(work: Work, orderId: number, occasion = ''): Promise<void> {
  const [order] = await buyerOf(work.tx).all({ orderId });
  const buyer = order && (await userById(work.tx, order.userId));
  if (!order || !buyer) return;
  await work.post({
    type: 'OrderConfirmation',
    uniqueKey: `OrderConfirmation|${orderId}${occasion}`,
    recipient: buyer.email,
    locale: order.language,
    params: { orderId },
    orderId,
  });
}

export type ChangeOrderStatus = {
  orderId: number;
  to: 'shipped' | 'canceled';
  editorId: number;
  giveBack: GiveBack;
};

/**
 * Status changes that need no look at the money: shipping and cancellation.
 * @throws Problem CANT_CHANGE_ORDER_STATUS, NOT_FOUND
 */
export async function changeOrderStatus(work: Work, change: ChangeOrderStatus): Promise<void> {
  const { orderId, to, editorId, giveBack } = change;
  const [order] = await work.tx.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId));
  if (!order) return refuse('NOT_FOUND');
  const { status: from } = order;
  if (!mayChangeStatus(from, to)) return refuse('CANT_CHANGE_ORDER_STATUS', { from, to });
  if (to === 'canceled') {
    await cancelOrder(work, { orderId, editorId, reason: 'byAdmin', giveBack });
    return;
  }
  const changed = await work.tx
    .update(orders)
    .set({ status: 'shipped' satisfies OrderStatus })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'complete')))
    .returning({ id: orders.id });
  assert(changed.length === 1, 'only a complete order may be shipped');
  const changes = [{ field: 'status', before: from, after: to }];
  await addAudit(work, { orderId, type: 'OrderChanged', editorId, changes });
  await work.announce(orderChanged({ orderId }));
}

type PlaceOnAccount = {
  orderId: number;
  editorId: number;
  before: Address | null;
  invoiceAddress: Address;
  open: number;
};

/** Completes a pending order that a company is billed for; false if not pending, a takeover, or being paid. */
export async function placeOnAccount(work: Work, request: PlaceOnAccount): Promise<boolean> {
  const { orderId, editorId, before, invoiceAddress, open } = request;
  const changed = await work.tx
    .update(orders)
    .set({
      status: 'complete',
      paymentStatus: 'pending',
      paymentMethod: accountMethod,
      paymentMeans: null,
      expiresAt: null,
      invoiceAddress,
    })
    .where(
      sql`${orders.id} = ${orderId} and ${orders.status} = 'pending' and ${orders.takesPlaceOf} is null
        and coalesce(${orders.paymentStatus}, '') <> 'authorized' and ${orders.memberProofUntil} is null`,
    )
    .returning({ id: orders.id });
  if (changed.length === 0) return false;
  const changes = changesBetween(addressShape(before), addressShape(invoiceAddress), 'invoiceAddress.');
  await addAudit(work, { orderId, type: 'Other', editorId, comment: `payment.onAccount ${open}`, changes });
  work.count('startblock_orders_paid_total');
  await work.announce(orderPaid({ orderId }));
  return true;
}

export type NotePaymentChoice = {
  orderId: number;
  paymentMethod?: string | null;
  paymentStatus: 'pending' | 'authorized' | 'failed' | null;
  /** null: no expiry. Missing: unchanged. */
  expiresAt?: Instant | null;
};

/** Stores the payment method of a pending order; returns false for other orders. */
export async function notePaymentChoice({ tx }: Work, input: NotePaymentChoice): Promise<boolean> {
  const { orderId, ...choice } = input;
  const changed = await tx
    .update(orders)
    .set(choice)
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending')))
    .returning({ id: orders.id });
  return changed.length > 0;
}

/** Stores whether paid orders have an open rest. */
export async function noteRestPaid({ tx, now }: Work, orderIds: readonly number[], isPaid: boolean): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .update(orders)
    .set({
      paymentStatus: isPaid ? 'completed' : 'pending',
      ...(isPaid ? { paidAt: sql`coalesce(${orders.paidAt}, ${now})` } : {}),
    })
    .where(and(inArray(orders.id, [...orderIds]), inArray(orders.status, paidStatuses)));
}

/** Sends buyers their confirmation when a rest was paid; called before `noteRestPaid`. Not for company accounts. */
export async function confirmRest(work: Work, orderIds: readonly number[], occasion: string): Promise<void> {
  if (orderIds.length === 0) return;
  const { id, status, paymentStatus, paidAt } = orders;
  const paid = await work.tx
    .select({ id })
    .from(orders)
    .where(
      and(inArray(id, [...orderIds]), inArray(status, paidStatuses), eq(paymentStatus, 'pending'), isNotNull(paidAt)),
    );
  for (const order of paid) await confirmOrder(work, order.id, `|rest|${occasion}`);
}

/** Stores refund status and sum shown on the order; payments owns the refunds. Cents. */
export async function noteRefunds(
  { tx }: Pick<Work, 'tx'>,
  refundState: { orderId: number; refundStatus: 'pending' | 'completed' | 'failed' | null; refundedPrice: Cents },
): Promise<void> {
  const { orderId, ...figures } = refundState;
  await tx
    .update(orders)
    .set(withCents(figures, ['refundedPrice']))
    .where(eq(orders.id, orderId));
}

/** From then on the invoice can be downloaded in every status. */
export async function noteInvoice({ tx }: Work, orderId: number): Promise<void> {
  await tx.update(orders).set({ hasInvoice: true }).where(eq(orders.id, orderId));
}

export async function shippedAt(reader: Reader | Tx, orderId: number): Promise<Instant | null> {
  const [sent] = await reader
    .select({ at: max(orderAudits.createdAt) })
    .from(orderAudits)
    .innerJoin(orderAuditChanges, eq(orderAuditChanges.auditId, orderAudits.id))
    .where(
      and(
        eq(orderAudits.orderId, orderId),
        eq(orderAuditChanges.field, 'status'),
        eq(orderAuditChanges.after, 'shipped'),
      ),
    );
  return sent?.at ?? null;
}
