import { userById } from '#modules/accounts/index.ts';
import { requireEventRole } from '#modules/events/index.ts';
import {
  actOnOrder,
  headOfOrder,
  managesOrder,
  type OrderRecord,
  orderOf,
  requireOwnOrder,
  startedOrderOf,
  stepsOfOrder,
  wordsOfOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import { refuse } from '#src/kernel/problem.ts';
import { refusalText } from '#src/platform/forms/refusal.ts';
import { idIn, type PageCall, page, type Route, type Viewer } from '#src/platform/http.ts';
import { bankTransferOf, paymentCodeAddress } from './bank-transfer-of.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { markPaid } from './mark-paid.ts';
import { leadingToProvider } from './online/leading-to-provider.ts';
import { returnRoutes } from './online/return-route.ts';
import { startOnlinePayment } from './online/start-payment.ts';
import { BankTransferPage } from './pages/bank-transfer-page.tsx';
import { MarkPaidPage } from './pages/mark-paid-page.tsx';
import { PaymentPage } from './pages/payment-page.tsx';
import { adminOrderPath, bankTransferPath, ownOrderPath, paymentPath, paymentSuccessPath } from './paths.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { resultPages } from './result-routes.tsx';
import { installationOf, possibleMethods } from './rules/methods.ts';
import { makeReference } from './rules/payment-reference.ts';
import { setOrderStatus } from './set-order-status.ts';

async function showPayment(call: PageCall<'order.read'>, order: OrderRecord, error?: string): Promise<Response> {
  const words = wordsOfOrder(order, call.words.locale);
  return call.render(
    <PaymentPage
      order={order}
      steps={await stepsOfOrder(call.deps.read, order)}
      open={(await call.deps.orderMoney(order)).open}
      methods={possibleMethods(order.event, installationOf(call.deps.config))}
      words={words}
      {...(error ? { error } : {})}
    />,
    { ...headOfOrder(order, words.t('payments.page.title')), ...leadingToProvider(call.deps.config) },
    error ? 400 : 200,
  );
}

/** Where an order that is not open any more belongs; null while it, or the rest of one that became dearer, can be paid. */
async function placeOf({ deps }: PageCall, order: OrderRecord): Promise<string | null> {
  if (order.status === 'canceled') return ownOrderPath(order.id);
  if (!isPaidStatus(order.status)) return null;
  return (await deps.orderMoney(order)).open > 0 ? null : paymentSuccessPath(order.id);
}

/**
 * The order that is to be paid: the one that the address names, else the one that this visit made last for the event.
 * null: there is none of it that waits.
 * @throws Problem NOT_FOUND when the address names none of the viewer's
 */
async function orderToPay({ deps, viewer, query, params }: PageCall<'order.pay', 'event'> & { viewer: Viewer }) {
  if (query.has('order')) return requireOwnOrder(deps.read, viewer, idIn(query.get('order')));
  const started = await startedOrderOf(deps.read, viewer, params.event);
  return started?.status === 'pending' ? started : null;
}

/** Nothing is ordered yet: the step before knows where to go on. */
const checkOrderPath = ({ params }: PageCall<'order.pay', 'event'>) =>
  `/events/${encodeURIComponent(params.event)}/check-order`;

const showPaymentPage = page({ method: 'get', path: '/events/{event}/payment', may: 'order.pay' }, async (call) => {
  const order = await orderToPay(call);
  if (!order) return call.redirect(checkOrderPath(call));
  const elsewhere = await placeOf(call, order);
  return elsewhere ? call.redirect(elsewhere) : showPayment(call, order);
});

const choosePayment = page({ method: 'post', path: '/events/{event}/payment', may: 'order.pay' }, async (call) => {
  const { deps, words, form } = call;
  const order = await orderToPay(call);
  if (!order) return call.redirect(checkOrderPath(call));
  const elsewhere = await placeOf(call, order);
  if (elsewhere) return call.redirect(elsewhere);
  const method = String(form.get('paymentMethod') ?? '');
  const offered: readonly string[] = possibleMethods(order.event, installationOf(deps.config));
  if (!offered.includes(method)) return showPayment(call, order, words.t('payments.method.missing'));
  try {
    if (method !== 'bank') {
      const { redirectUrl } = await startOnlinePayment(deps, { order, method, locale: words.locale });
      return call.context.redirect(redirectUrl, 303);
    }
    await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank: deps.config.bank }));
  } catch (error) {
    return showPayment(call, order, refusalText(error, words));
  }
  return call.redirect(bankTransferPath(order.id));
});

const showTransfer = page({ method: 'get', path: '/payment-in-advance/{orderId}', may: 'order.pay' }, async (call) => {
  const { deps, viewer, words, params } = call;
  const order = await requireOwnOrder(deps.read, viewer, params.orderId);
  const elsewhere = await placeOf(call, order);
  if (elsewhere) return call.redirect(elsewhere);
  const isRest = isPaidStatus(order.status);
  if (order.paymentMethod !== 'bank' && !isRest) return call.redirect(paymentPath(order.event.id, order.id));
  const transfer = deps.config.bank && (await bankTransferOf(deps.read, deps.config.bank, order.id));
  if (!transfer) return refuse('NOT_FOUND');
  const qrCode = await paymentCodeAddress(transfer);
  const orderWords = wordsOfOrder(order, words.locale);
  return call.render(
    <BankTransferPage
      order={order}
      steps={await stepsOfOrder(deps.read, order)}
      transfer={transfer}
      qrCode={qrCode}
      words={orderWords}
    />,
    headOfOrder(order, orderWords.t('payments.transfer.heading')),
  );
});

/** An order of an event that the viewer looks after; of any other one there is nothing to see. */
async function managedOrder(call: PageCall<'order.manage', 'orderId'>): Promise<OrderRecord> {
  const order = (await orderOf(call.deps.read, call.params.orderId)) ?? refuse('NOT_FOUND');
  await requireEventRole(call.deps.read, call.viewer, order.event.id);
  return order;
}

async function askMarkPaid(
  call: PageCall<'order.manage', 'orderId'>,
  order: OrderRecord,
  problem?: string,
): Promise<Response> {
  const buyer = await userById(call.deps.read, order.userId);
  const reference = makeReference(call.deps.config.paymentReferencePrefix, order.id);
  return call.render(
    <MarkPaidPage
      order={order}
      open={(await call.deps.orderMoney(order)).open}
      buyerEmail={buyer?.email ?? ''}
      reference={reference}
      {...(problem ? { problem } : {})}
    />,
    {
      title: call.words.t('payments.markPaid.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
    },
    problem ? 409 : 200,
  );
}

const showMarkPaid = page(
  { method: 'get', path: '/admin/orders/{orderId}/mark-paid', may: 'order.manage' },
  async (call) => {
    const order = await managedOrder(call);
    const { open } = await call.deps.orderMoney(order);
    const isOpen = order.status === 'pending' || (isPaidStatus(order.status) && open > 0);
    return isOpen ? askMarkPaid(call, order) : call.redirect(adminOrderPath(order.id));
  },
);

const doMarkPaid = page(
  { method: 'post', path: '/admin/orders/{orderId}/mark-paid', may: 'order.manage' },
  async (call) => {
    const order = await managedOrder(call);
    const comment = String(call.form.get('comment') ?? '')
      .trim()
      .slice(0, 500);
    try {
      await call.deps.write((work) =>
        markPaid(work, { orderId: order.id, editorId: call.viewer.userId, ...(comment ? { comment } : {}) }),
      );
    } catch (error) {
      return askMarkPaid(call, order, refusalText(error, call.words));
    }
    return call.redirect(`${adminOrderPath(order.id)}?done=paid`);
  },
);

/** Whether an order that comes back is complete, its money says. */
const changeStatus = page({ method: 'post', path: '/admin/orders/{orderId}/status', ...managesOrder }, async (call) => {
  const to = orderStatuses.find((status) => status === call.form.get('status'));
  if (!call.form.get('status')) {
    return call.redirect(`/admin/orders/${call.record.id}/set-status?missing`);
  }
  return actOnOrder(call, doneBy[to ?? 'pending'], (work, order) =>
    setOrderStatus(work, {
      orderId: order.id,
      to: to ?? refuseOrder('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: null }),
      editorId: call.viewer.userId,
    }),
  );
});
const doneBy = { pending: 'reactivated', complete: 'paid', shipped: 'shipped', canceled: 'canceled' } as const;

const resendEmail = page({ method: 'post', path: '/admin/orders/{orderId}/resend-email', ...managesOrder }, (call) =>
  actOnOrder(call, 'mailResent', (work, order) => resendOrderMail(work, order.id)),
);

export const paymentPages: Route[] = [
  showPaymentPage,
  choosePayment,
  showTransfer,
  ...resultPages,
  ...returnRoutes,
  showMarkPaid,
  doMarkPaid,
  changeStatus,
  resendEmail,
];
