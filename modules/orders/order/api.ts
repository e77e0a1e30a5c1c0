import * as z from 'zod';
import { addressSchema } from '#modules/accounts/rules/address.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { loadOwnOrder } from '../load.ts';
import { listOwnOrders, orderListQuery } from '../order-list.ts';
import { ordersOf } from '../read.ts';
import { orderStatuses } from '../rules/order-state.ts';
import { orderShapeSchema, ownOrderAnswer, ownOrderAnswers } from '../shapes.ts';
import { cancelOwnOrder, loadOrderToCancel } from './cancel-order.ts';
import { confirmationLink } from './confirmation.ts';
import { loadFollowedOrder } from './read-orders.ts';
import { setInvoiceAddress } from './set-invoice-address.ts';

const orderAnswer = z.object({ order: orderShapeSchema });

export const ownOrderApi = tagged('Booking and orders', [
  api(
    {
      method: 'get',
      path: '/api/orders/my',
      may: 'order.list',
      summary: 'Lists the orders of the caller, newest first',
      load: ownAccount,
      query: orderListQuery,
      answer: z.object({ count: z.int(), rows: z.array(orderShapeSchema) }),
    },
    async ({ deps, viewer, query }) => {
      const { count, ids } = await listOwnOrders(deps, query, viewer.userId);
      return { count, rows: await ownOrderAnswers(deps, await ordersOf(deps.read, ids)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/info/{orderId}',
      refuses: ['UNAUTHORIZED'],
      may: 'order.follow',
      summary:
        'Returns the state and the total of an order, for the result pages of a payment. Requires the session of the order, or the `token` of the return URL, valid for a day.',
      query: z.object({ token: z.string().max(100).optional() }),
      load: loadFollowedOrder,
      answer: z.object({
        order: z.object({
          id: z.int(),
          status: z.enum(orderStatuses),
          totalPrice: z.int(),
          paymentStatus: z.enum(['pending', 'authorized', 'completed', 'failed']).nullable(),
        }),
      }),
    },
    async ({ record: { id, status, totalPrice, paymentStatus } }) => {
      return { order: { id, status, totalPrice, paymentStatus } };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}',
      may: 'order.read',
      summary: 'Returns an order of the caller',
      load: loadOwnOrder,
      answer: orderAnswer,
    },
    async ({ deps, record }) => ({ order: await ownOrderAnswer(deps, record) }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/orders/{orderId}/cancel',
      may: 'order.change',
      refuses: ['CANT_CANCEL_ORDER', 'CANT_CANCEL_ORDER_NOT_OWN'],
      summary: 'Cancels an order as its buyer',
      load: loadOrderToCancel,
      answer: orderAnswer,
    },
    async (call) => {
      await call.deps.write((work) => cancelOwnOrder(work, call.deps, call.viewer, call.record.id));
      return { order: await ownOrderAnswer(call.deps, await loadOwnOrder(call)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/has-invoice-address',
      may: 'order.read',
      summary: 'Returns whether the order has an invoice address',
      load: loadOwnOrder,
      answer: z.object({ hasInvoiceAddress: z.boolean() }),
    },
    async ({ record }) => ({ hasInvoiceAddress: record.invoiceAddress !== null }),
  ),
  api(
    {
      method: 'post',
      path: '/api/orders/{orderId}/invoice-address',
      may: 'order.change',
      refuses: [
        'CANT_CREATE_INVOICE',
        'CANT_CREATE_INVOICE_EVENT',
        'CANT_CREATE_INVOICE_TOO_LATE',
        'INVOICE_ADDRESS_ALREADY_SET',
      ],
      summary: 'Sets the invoice address, once per order',
      load: loadOwnOrder,
      body: addressSchema,
      answer: orderAnswer,
    },
    async (call) => {
      await call.deps.write((work) =>
        setInvoiceAddress(call.deps, work, call.viewer, { orderId: call.record.id, address: call.body }),
      );
      return { order: await ownOrderAnswer(call.deps, await loadOwnOrder(call)) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/orders/{orderId}/confirmation',
      may: 'order.read',
      summary: 'Returns a download link for the order confirmation (PDF), valid for 15 minutes',
      load: loadOwnOrder,
      answer: z.object({ downloadLink: z.string() }),
    },
    async ({ deps, record, now }) => ({ downloadLink: confirmationLink(deps, record, now) }),
  ),
]);
