import * as z from 'zod';
import { requireEventRole } from '#modules/events/index.ts';
import {
  addAudit,
  adminOrderOf,
  adminOrderShape,
  adminOrderShapeSchema,
  orderOf,
  requireOrderRole,
  requireOwnOrder,
} from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { api, type Route } from '#src/platform/http.ts';
import { bankTransferOf, paymentCodeAddress } from './bank-transfer-of.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { refuse } from './rules/problems.ts';
import { setOrderStatus } from './set-order-status.ts';

const orderParams = z.object({ orderId: z.coerce.number().int().positive() });

const payInAdvance = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/payment-in-advance',
    may: 'order.pay',
    tag: 'payments',
    summary: 'Chooses the bank transfer and answers the account, the reference and the payment code',
    params: orderParams,
    answer: z.object({
      payee: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
      qrCode: z.string().describe('A data: address of a PNG with the EPC069-12 code'),
      totalPrice: z.int(),
      reference: z.string(),
      emailSent: z.boolean(),
    }),
  },
  async ({ deps, viewer, params }) => {
    const order = await requireOwnOrder(deps.read, viewer, params.orderId);
    const { bank } = deps.config;
    await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank }));
    const transfer = bank && (await bankTransferOf(deps.read, bank, order.id));
    if (!transfer) return refuse('PAYMENT_INIT_FAILED', { reason: 'methodNotPossible', paymentMethod: 'bank' });
    const { epcPayload: _, ...facts } = transfer;
    // The mail lies in the outbox from the same write on, so nothing can lose it.
    return { ...facts, qrCode: await paymentCodeAddress(transfer), emailSent: true };
  },
);

const changeStatus = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/status',
    may: 'order.manage',
    tag: 'orders',
    summary: 'Marks as paid (complete), ships, cancels, or reactivates a canceled order (pending)',
    params: orderParams,
    body: z.object({ status: z.enum(orderStatuses) }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, params, body }) => {
    const order = (await orderOf(deps.read, params.orderId)) ?? refuseGenerally('NOT_FOUND');
    await requireEventRole(deps.read, viewer, order.event.id);
    await deps.write((work) => setOrderStatus(work, { orderId: order.id, to: body.status, editorId: viewer.userId }));
    return { order: adminOrderShape(await adminOrderOf(deps.read, order.id)) };
  },
);

const updateOrder = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/update',
    may: 'order.manage',
    tag: 'orders',
    summary: 'Changes the state, adds a comment',
    params: orderParams,
    body: z.object({
      status: z.enum(orderStatuses).nullable().optional(),
      comment: z.string().trim().max(5000).nullable().optional(),
    }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, params, body }) => {
    const order = (await orderOf(deps.read, params.orderId)) ?? refuseGenerally('NOT_FOUND');
    await requireEventRole(deps.read, viewer, order.event.id);
    const { status, comment } = body;
    const editorId = viewer.userId;
    await deps.write(async (work) => {
      if (status) await setOrderStatus(work, { orderId: order.id, to: status, editorId });
      if (comment) await addAudit(work, { orderId: order.id, type: 'Comment', editorId, comment });
    });
    return { order: adminOrderShape(await adminOrderOf(deps.read, order.id)) };
  },
);

const resendEmail = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/resend-email',
    may: 'order.manage',
    tag: 'orders',
    summary: 'Sends the buyer once more what they were written last: confirmation, account, reminder or cancellation',
    params: orderParams,
  },
  async ({ deps, viewer, params: { orderId } }) => {
    await requireOrderRole(deps, viewer, orderId);
    await deps.write((work) => resendOrderMail(work, orderId));
    return undefined;
  },
);

export const paymentApi: Route[] = [payInAdvance, changeStatus, updateOrder, resendEmail];
