import { userById } from '#modules/accounts/index.ts';
import { closedEventPath } from '#modules/booking/index.ts';
import {
  actOnOrder,
  assistsOrder,
  headOfOrder,
  loadOwnOrder,
  managesOrder,
  type OrderRecord,
  orderTranslator,
  stepsOfOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import { accountMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { type Problem, refuse } from '#src/kernel/problem.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { problemText, refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { firstDueOf } from './additions/read-due.ts';
import { bankTransferOf, paymentCodeAddress } from './bank-transfer-of.ts';
import { chooseBankTransfer } from './choose-bank-transfer.ts';
import { loadOrder, loadOrderToPay } from './load.ts';
import { markPaid } from './mark-paid.ts';
import { leadingToProvider } from './online/leading-to-provider.ts';
import { returnRoutes } from './online/return-route.ts';
import { startOnlinePayment } from './online/start-payment.ts';
import { BankTransferPage } from './pages/bank-transfer-page.tsx';
import { MarkPaidPage } from './pages/mark-paid-page.tsx';
import { PaymentPage } from './pages/payment-page.tsx';
import {
  adminOrderPath,
  bankTransferPath,
  cancelPath,
  giftCardPath,
  onAccountPath,
  ownOrderPath,
  paymentPath,
  paymentSuccessPath,
} from './paths.ts';
import { resendOrderMail } from './resend-order-mail.ts';
import { resultPages } from './result-routes.tsx';
import { likelyFirst } from './rules/likely-methods.ts';
import { makeReference } from './rules/payment-reference.ts';
import { setOrderStatus } from './set-order-status.ts';
import { methodsOf } from './ways-to-pay.tsx';

type Payable = PageCall<'order.pay', never, OrderRecord>;

/** Message above the methods: nothing was chosen, or the payment could not start. */
type Said = { error?: string; isRefused?: boolean };

async function showPayment(call: Payable, said: Said = {}, status: 400 | 429 = 400): Promise<Response> {
  const order = call.record;
  const i18n = orderTranslator(order, call.i18n.locale);
  const methods = await methodsOf(call.deps, order);
  const money = await call.deps.orderMoney(order);
  return call.render(
    <PaymentPage
      order={order}
      steps={await stepsOfOrder(call.deps.read, order)}
      open={money.open}
      paid={money.payments}
      methods={likelyFirst(methods, call.context.req.header('user-agent') ?? '')}
      i18n={i18n}
      {...said}
    />,
    { ...headOfOrder(order, i18n.t('payments.page.title')), ...leadingToProvider(call.deps.config) },
    said.error && call.context.req.method === 'POST' ? status : 200,
  );
}

/** `refused` in the address: the order was created, but its payment could not start. */
function openPayment(call: Payable): Promise<Response> {
  const { query, i18n } = call;
  const code = query.get('refused');
  if (!code || !/^[A-Z_]+$/.test(code)) return showPayment(call);
  const most = Number.parseInt(query.get('most') ?? '', 10) || 0;
  const error = problemText(i18n, code, { details: { reason: query.get('reason') ?? '', most } });
  return showPayment(call, { error, isRefused: true });
}

async function placeOf({ deps }: Pick<PageCall, 'deps'>, order: OrderRecord): Promise<string | null> {
  if (order.status === 'canceled') return ownOrderPath(order.id);
  if (order.memberProofUntil !== null) return paymentSuccessPath(order.id);
  if (!isPaidStatus(order.status)) return null;
  return (await deps.orderMoney(order)).open > 0 ? null : paymentSuccessPath(order.id);
}

/** Pages of an order that can be paid; other orders redirect. */
const payable =
  (show: (call: Payable) => Promise<Response>) =>
  async (call: Payable): Promise<Response> => {
    const elsewhere = await placeOf(call, call.record);
    return elsewhere ? call.redirect(elsewhere) : show(call);
  };

/** Without an order in the address, redirects to the right booking step. */
const paymentStep = (method: 'get' | 'post', show: (call: Payable) => Promise<Response>) =>
  page(
    {
      ...{ method, path: '/events/{event}/payment', may: 'order.pay', load: loadOrderToPay },
      beforeLogin: async (call) => (call.query.has('order') ? null : closedEventPath(call)),
    },
    async (call) => {
      const { record, params } = call;
      if (!record)
        return call.redirect(
          (await closedEventPath(call)) ?? `/events/${encodeURIComponent(params.event)}/check-order`,
        );
      return payable(show)({ ...call, record });
    },
  );

async function choosePayment(call: Payable): Promise<Response> {
  const { deps, i18n, form, record: order } = call;
  const method = String(form.get('paymentMethod') ?? '');
  const offered: readonly string[] = await methodsOf(deps, order);
  if (!offered.includes(method)) return showPayment(call, { error: i18n.t('payments.method.missing') });
  if (method === giftCardMethod) return call.redirect(giftCardPath(order.id));
  try {
    if (method === accountMethod) return call.redirect(onAccountPath(order.id));
    if (method !== 'bank') {
      const { redirectUrl } = await startOnlinePayment(deps, { order, method, locale: i18n.locale });
      return call.context.redirect(redirectUrl, 303);
    }
    await deps.write((work) => chooseBankTransfer(work, { orderId: order.id, bank: deps.config.bank }));
  } catch (error) {
    const said = { error: refusalText(error, i18n), isRefused: true };
    const { retryAfterSeconds } = (error as Problem).details;
    if (typeof retryAfterSeconds !== 'number') return showPayment(call, said);
    call.context.header('retry-after', String(retryAfterSeconds));
    return showPayment(call, said, 429);
  }
  return call.redirect(bankTransferPath(order.id));
}

async function showTransfer(call: Payable): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const isRest = isPaidStatus(order.status);
  if (order.paymentMethod !== 'bank' && !isRest) return call.redirect(paymentPath(order.event.id, order.id));
  const transfer = deps.config.bank && (await bankTransferOf(deps.read, deps.config.bank, order.id));
  if (!transfer) return refuse('NOT_FOUND');
  const orderWords = orderTranslator(order, i18n.locale);
  return call.render(
    <BankTransferPage
      order={order}
      steps={await stepsOfOrder(deps.read, order)}
      transfer={transfer}
      qrCode={await paymentCodeAddress(transfer)}
      restDue={isRest ? await firstDueOf(deps.read, order.id) : null}
      i18n={orderWords}
    />,
    headOfOrder(order, orderWords.t('payments.transfer.heading')),
  );
}

type Managed = PageCall<'order.manage', 'orderId', OrderRecord>;

async function askMarkPaid(call: Managed, state?: FormState): Promise<Response> {
  const { deps, i18n, record: order } = call;
  const { open } = await deps.orderMoney(order);
  const isOpen = order.status === 'pending' || (isPaidStatus(order.status) && open > 0);
  if (!isOpen && !state) return call.redirect(adminOrderPath(order.id));
  const buyer = await userById(deps.read, order.userId);
  return call.render(
    <MarkPaidPage
      order={order}
      open={open}
      buyerEmail={buyer?.email ?? ''}
      reference={makeReference(deps.config.paymentReferencePrefix, order.id)}
      state={state}
    />,
    {
      title: i18n.t('payments.markPaid.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
      admin: { eventId: order.event.id },
    },
    state?.status ?? 200,
  );
}

const markPaidPages = formPages({
  path: '/admin/orders/{orderId}/mark-paid',
  may: 'order.settle',
  load: loadOrder,
  of: (call: Managed) => call,
  show: askMarkPaid,
  save: (call) =>
    runForm(call, async () => {
      const { viewer, record } = call;
      const comment = postedText(call, 'comment', 500);
      await call.deps.write((work) =>
        markPaid(work, { orderId: record.id, editorId: viewer.userId, ...(comment ? { comment } : {}) }),
      );
      return `${adminOrderPath(record.id)}?done=paid`;
    }),
});

/** A reactivated order is complete when its money is still here. */
const changeStatus = page({ method: 'post', path: '/admin/orders/{orderId}/status', ...managesOrder }, async (call) => {
  const to = orderStatuses.find((status) => status === call.form.get('status'));
  if (!call.form.get('status')) {
    return call.redirect(`${adminOrderPath(call.record.id)}/set-status?missing`);
  }
  // The cancellation page decides about the refund.
  if (to === 'canceled' && call.record.status !== 'canceled') return call.redirect(cancelPath(call.record.id));
  return actOnOrder(call, doneBy[to ?? 'pending'], (work, order) =>
    setOrderStatus(work, {
      orderId: order.id,
      to: to ?? refuseOrder('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: null }),
      editorId: call.viewer.userId,
    }),
  );
});
const doneBy = { pending: 'reactivated', complete: 'paid', shipped: 'shipped', canceled: 'canceled' } as const;

const resendEmail = page({ method: 'post', path: '/admin/orders/{orderId}/resend-email', ...assistsOrder }, (call) =>
  actOnOrder(call, 'mailResent', (work, order) => resendOrderMail(work, order.id)),
);

export const paymentPages: Route[] = [
  paymentStep('get', openPayment),
  paymentStep('post', choosePayment),
  page(
    { method: 'get', path: '/payment-in-advance/{orderId}', may: 'order.pay', load: loadOwnOrder },
    payable(showTransfer),
  ),
  ...resultPages,
  ...returnRoutes,
  ...markPaidPages,
  changeStatus,
  resendEmail,
];
