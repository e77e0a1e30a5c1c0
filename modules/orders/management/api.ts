import * as z from 'zod';
import { addressSchema } from '#modules/accounts/rules/address.ts';
import { loadManagedEvents } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { addAudit } from '../add-audit.ts';
import { adminAnswer, changesManagedOrder, loadManagedOrder } from '../load.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import { listOrders, orderListQuery } from '../order-list.ts';
import { adminOrderAnswer, adminOrderAnswers } from '../read-admin.ts';
import { participantEmailSchema } from '../rules/booking.ts';
import { adminOrderShapeSchema } from '../shapes.ts';
import { cancelOrders, cancelRefundSchema, grantedBy, maxCanceled, requireOrdersRole } from './cancel-orders.ts';
import { changeBuyer, changeOrderData } from './change-order.ts';
import { listOrderMails, orderMailSchema, orderMailSource } from './order-mails.ts';

export const adminOrderApi = tagged('Orders of organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}',
      may: 'order.view',
      summary: 'Returns an order with its history',
      load: loadManagedOrder,
      answer: adminAnswer,
    },
    async ({ deps, record: orderId }) => ({ order: await adminOrderAnswer(deps, orderId) }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/cancel',
      may: 'order.manage',
      refuses: [
        'INVALID_TOKEN',
        'CANT_CHANGE_ORDER_STATUS',
        'CANT_REFUND_LESS_THAN_ZERO',
        'CANT_REFUND_MORE_THAN_TOTAL',
      ],
      summary: 'Cancels an order, releases its places and refunds the given amount. Omitted: no refund.',
      load: loadManagedOrder,
      body: z.object({ refund: cancelRefundSchema }),
      answer: adminAnswer,
    },
    async ({ deps, viewer, now, record: orderId, body }) => {
      const giveBack = deps.openCancellationRefund(grantedBy(viewer, body.refund, now));
      await deps.write((work) => cancelOrder(work, { orderId, editorId: viewer.userId, reason: 'byAdmin', giveBack }));
      return { order: await adminOrderAnswer(deps, orderId) };
    },
  ),
  changesManagedOrder(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/data',
      summary: 'Changes the given addresses of an order',
      body: z.object({
        contactAddress: z.nullable(addressSchema).optional(),
        deliveryAddress: z.nullable(addressSchema).optional(),
        invoiceAddress: z.nullable(addressSchema).optional(),
      }),
    },
    (work, { body, ...order }) => changeOrderData(work, { ...order, ...body }),
  ),
  changesManagedOrder(
    {
      method: 'patch',
      path: '/api/admin/orders/{orderId}/change-buyer',
      summary: 'Moves the order to the account of another email address. Sessions that opened it before lose access.',
      body: z.object({ newEmail: participantEmailSchema }),
    },
    (work, { body, ...order }) => changeBuyer(work, { ...order, ...body }),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/orders/{orderId}/mails',
      may: 'order.view',
      summary: 'Lists the mails to the buyer and the participants of an order, newest first, with their delivery state',
      load: loadManagedOrder,
      query: listQueryOf(orderMailSource(0)),
      answer: z.object({ count: z.int(), rows: z.array(orderMailSchema) }),
    },
    async ({ deps, record: orderId, query }) => {
      const { count, rows } = await listOrderMails(deps.read, orderId, query);
      return { count, rows: rows.map((mail) => ({ ...mail, sentAt: mail.state === 'sent' ? mail.sentAt : null })) };
    },
  ),
  changesManagedOrder(
    {
      method: 'post',
      path: '/api/admin/orders/{orderId}/comment',
      may: 'order.note',
      summary: 'Adds a comment to the history of an order',
      body: z.object({ comment: z.string().trim().min(1).max(5000) }),
    },
    (work, { body, ...order }) => addAudit(work, { ...order, ...body, type: 'Comment' }),
  ),
]);

export const orderListApi = tagged('Orders of organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/orders',
      may: 'order.view',
      summary:
        'Lists the orders of the events that the caller works for, newest first. `q` searches the start of names and email addresses, the order number, the payment reference and the bib number.',
      load: loadManagedEvents,
      query: orderListQuery,
      answer: z.object({ count: z.int(), rows: z.array(adminOrderShapeSchema) }),
    },
    async ({ deps, record: eventIds, query }) => {
      const { count, ids } = await listOrders(deps, query, eventIds);
      return { count, rows: await adminOrderAnswers(deps, ids) };
    },
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/orders/cancel',
      may: 'order.manage',
      refuses: ['INVALID_TOKEN', 'CANT_REFUND_MORE_THAN_TOTAL'],
      summary:
        'Cancels up to 1,000 orders in batches with one refund rule. Orders that are already canceled are skipped and not counted.',
      load: loadManagedEvents,
      body: z.object({
        orderIds: z.array(z.int().positive()).min(1).max(maxCanceled),
        refund: cancelRefundSchema,
      }),
      answer: z.object({ count: z.int() }),
    },
    async ({ deps, viewer, now, record: eventIds, body }) => {
      const { orderIds } = body;
      await requireOrdersRole(deps.read, eventIds, orderIds);
      const refund = grantedBy(viewer, body.refund, now);
      return { count: await cancelOrders(deps, { orderIds, editorId: viewer.userId, refund }) };
    },
  ),
]);
