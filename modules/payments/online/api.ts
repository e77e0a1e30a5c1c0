import * as z from 'zod';
import { loadOwnOrder, requireOwnOrder } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { accountMethod, giftCardMethod, onlineMethods } from '#src/kernel/payment-methods.ts';
import { api, tagged } from '#src/web/http.ts';
import { chooseBankTransfer } from '../choose-bank-transfer.ts';
import { bankTransferPath } from '../paths.ts';
import { paymentStatuses } from '../rules/states.ts';
import { askWhenAllowed, noteNotification } from './payment-status.ts';
import { startOnlinePayment } from './start-payment.ts';

const namedMethods = [...onlineMethods, 'bank', 'voucher', giftCardMethod, accountMethod] as const;

const initPayment = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/init',
    may: 'order.pay',
    refuses: ['ORDER_ALREADY_PAID', 'ORDER_AWAITS_MEMBER', 'PAYMENT_INIT_FAILED', 'PAYMENT_NO_RESPONSE'],
    summary: 'Starts a payment and returns where the browser continues: the provider’s page or the bank details',
    load: loadOwnOrder,
    body: z.object({ paymentMethod: z.enum(namedMethods) }),
    answer: z.object({ redirectUrl: z.string() }),
  },
  async ({ deps, i18n, record: order, body }) => {
    if (body.paymentMethod !== 'bank') {
      return startOnlinePayment(deps, { order, method: body.paymentMethod, locale: i18n.locale });
    }
    await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank: deps.config.bank }));
    return { redirectUrl: `${deps.config.publicUrl}${bankTransferPath(order.id)}` };
  },
);

const assertPayment = api(
  {
    method: 'post',
    path: '/api/orders/{orderId}/assert',
    may: 'order.pay',
    summary: 'Returns the payment state of an order and queries the provider if allowed',
    load: loadOwnOrder,
    answer: z.object({ status: z.enum(paymentStatuses) }),
  },
  async ({ deps, viewer, params }) => {
    await askWhenAllowed(deps, params.orderId);
    const order = await requireOwnOrder(deps.read, viewer, params.orderId);
    if (isPaidStatus(order.status) && order.paymentStatus !== 'pending') return { status: 'completed' as const };
    return { status: order.status === 'canceled' ? ('failed' as const) : (order.paymentStatus ?? 'pending') };
  },
);

const notifyPayment = api(
  {
    method: 'get',
    path: '/api/payments/notify/{secret}',
    may: 'order.follow',
    summary: 'Receives the provider’s notification that the payer has finished. The result is queried afterwards.',
    params: z.object({ secret: z.string().max(100) }),
    // The provider may add parameters.
    query: z.looseObject({}),
    mediaType: 'text/plain',
  },
  async ({ deps, params, context }) => {
    await noteNotification(deps, params.secret);
    // The same response for known and unknown addresses, so that nothing can be probed.
    return context.body('ok', 200, { 'content-type': 'text/plain; charset=utf-8' });
  },
);

export const onlinePaymentApi = tagged('Payments', [initPayment, assertPayment, notifyPayment]);
