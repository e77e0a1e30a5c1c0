import * as z from 'zod';
import { loadManagedEvents } from '#modules/events/index.ts';
import { loadManagedOrder, requireOrdersRole, viewsOrder } from '#modules/orders/index.ts';
import { amountErrorOf } from '#modules/orders/rules/cancel-refund.ts';
import { idsOf, visibleIban } from '#src/access/permissions.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cents, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { idempotencyKeyOf } from '#src/web/idempotency.ts';
import { paymentsOf } from '../event-payments/read-event-payments.ts';
import { type RefundRow, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { refundModes } from '../rules/refund-amount.ts';
import { refundReasons, refundRowStatuses, refundWays } from '../rules/states.ts';
import { executeRefunds } from './execute-refund.ts';
import { type RefundOrders, refundOrders } from './refund-orders.ts';
import { refundStatuses, setRefundStatus } from './set-refund-status.ts';

const orderIds = z.array(z.int().positive()).min(1).max(500);
const count = z.object({ count: z.int() });

/**
 * Opens the refunds of these orders and starts those through the provider. Returns the orders without failure; for a
 * single failed order throws. A failed refund stays on its order and can be retried.
 * @throws Problem PAYMENT_REFUND_FAILED, and the refusals of `refundOrders`
 */
export async function giveBack(deps: Deps, input: RefundOrders): Promise<number> {
  const references = await deps.write((work) => refundOrders(work, input));
  const rows = await executeRefunds(deps, references);
  const failed = new Map(rows.filter(({ status }) => status === 'failed').map((row) => [row.orderId, row]));
  const orders = new Set(input.orderIds);
  const [first] = failed.values();
  if (first && orders.size === 1) refuseFailed(first);
  return orders.size - failed.size;
}

const refuseFailed = ({ orderId, id, errorName, message }: RefundRow): never =>
  refuse('PAYMENT_REFUND_FAILED', { orderId, refundId: id, errorName, reason: message });

const paymentAnswer = z
  .object({
    id: z.int(),
    kind: z.enum(['payment', 'refund']),
    method: z.string(),
    amount: cents,
    reference: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Payment', description: 'Payment or refund in the ledger of an order' });

const refundAnswer = z
  .object({
    id: z.int(),
    status: z.enum(refundRowStatuses),
    reason: z.enum(refundReasons),
    way: z
      .enum(refundWays)
      .describe('cash: the organizer returns cash taken at the desk; giftcard: credited to the gift card'),
    method: z.string(),
    amount: cents,
    iban: z
      .string()
      .nullable()
      .describe('Only its first and last four characters without the permission `order.bankAccount`'),
    accountHolder: z.string().nullable(),
    problem: z.string().nullable(),
    errorName: z.string().nullable(),
    message: z.string().nullable(),
    createdAt: instant,
    settledAt: instant.nullable(),
  })
  .meta({ id: 'Refund', description: 'Planned, completed or failed refund of an order' });

export const refundApi = tagged('Payments', [
  api(
    {
      method: 'post',
      path: '/api/admin/orders/refund-orders',
      may: 'order.refund',
      refuses: ['CANT_REFUND_LESS_THAN_ZERO', 'CANT_REFUND_MORE_THAN_TOTAL', 'PAYMENT_REFUND_FAILED'],
      summary:
        'Refunds to the original payment method: all, all minus the processing fee, or a given amount. All or nothing; repeated requests with the same `idempotency-key` refund once.',
      load: loadManagedEvents,
      body: z
        .object({
          orderIds,
          mode: z.enum(refundModes),
          amount: z.int().nullable().optional().describe('Cents; required for custom, otherwise not allowed'),
        })
        .superRefine((refund, context) => {
          const message = amountErrorOf(refund);
          if (message) context.addIssue({ code: 'custom', path: ['amount'], message });
        }),
      answer: count,
    },
    async ({ deps, viewer, body, context, record }) => {
      const key = idempotencyKeyOf(context);
      await requireOrdersRole(deps.read, record, body.orderIds);
      const { orderIds, mode, amount = null } = body;
      return { count: await giveBack(deps, { orderIds, mode, amount, editorId: viewer.userId, key }) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/orders/set-refund-status',
      may: 'order.refund',
      refuses: ['CANT_REFUND_LESS_THAN_ZERO'],
      summary:
        'Sets the state of refunds: refunded by hand (completed), not received (failed), to be retried (pending)',
      load: loadManagedEvents,
      body: z.object({ orderIds, refundStatus: z.enum(refundStatuses) }),
      answer: count,
    },
    async ({ deps, viewer, body, record }) => {
      await requireOrdersRole(deps.read, record, body.orderIds);
      await deps.write((work) => {
        const { userId: editorId, isSuperAdmin } = viewer;
        return setRefundStatus(work, { ...body, editorId, isSuperAdmin });
      });
      return { count: new Set(body.orderIds).size };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}/payments',
      may: 'order.view',
      summary: 'Lists the payments and refunds of an order',
      load: loadManagedOrder,
      answer: z.object({ rows: z.array(paymentAnswer) }),
    },
    async ({ deps, params: { orderId } }) => {
      return { rows: await paymentsOf(deps.read, orderId) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}/refunds',
      ...viewsOrder,
      summary: 'Lists the planned, completed and failed refunds of an order',
      answer: z.object({ rows: z.array(refundAnswer) }),
    },
    async ({ deps, viewer, record: order }) => {
      const owners = { organizerIds: idsOf(order.organizers) };
      const rows = await refundsOf(deps.read, order.id);
      return { rows: rows.map((row) => ({ ...row, iban: row.iban && visibleIban(viewer, owners, row.iban) })) };
    },
  ),
]);
