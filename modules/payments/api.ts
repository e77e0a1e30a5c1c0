import * as z from 'zod';
import {
  addAudit,
  adminOrderAnswer,
  adminOrderShapeSchema,
  loadManagedOrder,
  loadOwnOrder,
  requireOrderRole,
} from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import { registrationCodes } from '#modules/orders/rules/problems.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { bankTransferOf, paymentCodeAddress } from './bank-transfer.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { refuse } from './rules/problems.ts';
import { setOrderStatus } from './set-order-status.ts';

const payInAdvance = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/payment-in-advance',
    may: 'order.pay',
    refuses: ['ORDER_ALREADY_PAID', 'PAYMENT_INIT_FAILED'],
    summary: 'Chooses bank transfer and returns the account, the reference and the payment QR code',
    load: loadOwnOrder,
    answer: z.object({
      payee: z.string(),
      iban: z.string(),
      bic: z.string().nullable(),
      qrCode: z.string().describe('data: URL of a PNG with the EPC069-12 code'),
      totalPrice: z.int(),
      reference: z.string(),
      emailSent: z.boolean().describe('Whether this call mailed the bank details; they are mailed once per order'),
    }),
  },
  async ({ deps, record: order }) => {
    const { bank } = deps.config;
    const { isMailed } = await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank }));
    const transfer = bank && (await bankTransferOf(deps.read, bank, order.id));
    if (!transfer) return refuse('PAYMENT_INIT_FAILED', { reason: 'methodNotPossible', paymentMethod: 'bank' });
    const { epcPayload: _, ...facts } = transfer;
    return { ...facts, qrCode: await paymentCodeAddress(transfer), emailSent: isMailed };
  },
);

/** @throws Problem NO_PERMISSION, NOT_FOUND */
async function requireManaging(deps: Deps, viewer: Viewer, orderId: number, now: Instant): Promise<void> {
  requirePermission('order.manage', viewer, now);
  await requireOrderRole(deps, viewer, orderId, 'order.manage');
}

const changeStatus = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/status',
    may: 'order.settle',
    refuses: [...registrationCodes, 'CANT_CHANGE_ORDER_STATUS', 'ORDER_ALREADY_PAID', 'ORDER_AWAITS_MEMBER'],
    summary: 'Sets the state of an order: paid (complete), shipped, canceled, or reactivated (pending)',
    load: loadManagedOrder,
    body: z.object({ status: z.enum(orderStatuses) }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, now, record: orderId, body }) => {
    if (body.status !== 'complete') await requireManaging(deps, viewer, orderId, now);
    await deps.write((work) => setOrderStatus(work, { orderId, to: body.status, editorId: viewer.userId }));
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

const updateOrder = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/update',
    may: 'order.settle',
    refuses: ['CANT_CHANGE_ORDER_STATUS', 'NOT_ENOUGH_TICKETS', 'ORDER_ALREADY_PAID'],
    summary: 'Changes the state of an order and adds a comment',
    load: loadManagedOrder,
    body: z.object({
      status: z.enum(orderStatuses).nullable().optional(),
      comment: z.string().trim().max(5000).nullable().optional(),
    }),
    answer: z.object({ order: adminOrderShapeSchema }),
  },
  async ({ deps, viewer, now, record: orderId, body }) => {
    const { status, comment } = body;
    if (status && status !== 'complete') await requireManaging(deps, viewer, orderId, now);
    const editorId = viewer.userId;
    await deps.write(async (work) => {
      if (status) await setOrderStatus(work, { orderId, to: status, editorId });
      if (comment) await addAudit(work, { orderId, type: 'Comment', editorId, comment });
    });
    return { order: await adminOrderAnswer(deps, orderId) };
  },
);

const resendEmail = api(
  {
    method: 'patch',
    path: '/api/admin/orders/{orderId}/resend-email',
    may: 'order.assist',
    refuses: ['MAIL_ALREADY_SENT'],
    summary: 'Sends the buyer the last mail again: confirmation, bank details, reminder or cancellation',
    load: loadManagedOrder,
  },
  async ({ deps, params: { orderId } }) => {
    await deps.write((work) => resendOrderMail(work, orderId));
    return undefined;
  },
);

export const paymentApi = [
  ...tagged('Payments', [payInAdvance]),
  ...tagged('Orders of organizers', [changeStatus, updateOrder, resendEmail]),
];
