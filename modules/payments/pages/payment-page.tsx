import type { ReactElement } from 'react';
import { closedEventPath } from '#modules/booking/index.ts';
import {
  headOfOrder,
  itemLabel,
  OrderHead,
  type OrderRecord,
  orderTranslator,
  stepsOfOrder,
} from '#modules/orders/index.ts';
import { isTaxed } from '#modules/orders/rules/order-item.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Cents } from '#src/kernel/money.ts';
import { accountMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Summary, WithSide } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { ReloadWhenRestored } from '#src/ui/restored.tsx';
import { problemText, refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { chooseBankTransfer } from '../choose-bank-transfer.ts';
import { loadOrderToPay } from '../load.ts';
import { startOnlinePayment } from '../online/start-payment.ts';
import { bankTransferPath, giftCardPath, onAccountPath, ownOrderPath, paymentSuccessPath } from '../paths.ts';
import { type PaymentMethod, sortByDevice } from '../rules/methods.ts';
import { leadingToProvider, methodsOf } from '../ways-to-pay.tsx';
import { PaymentChoice } from './method-choice.tsx';
import { paidSoFar } from './method-label.ts';

export type Payable = PageCall<'order.pay', never, OrderRecord>;

/** Message above the methods: nothing was chosen, or the payment could not start. */
type Message = { error?: string; isRefused?: boolean };

async function showPayment(call: Payable, message: Message = {}, status: 400 | 429 = 400): Promise<Response> {
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
      methods={sortByDevice(methods, call.context.req.header('user-agent') ?? '')}
      i18n={i18n}
      {...message}
    />,
    { ...headOfOrder(order, i18n.t('payments.page.title')), ...leadingToProvider(call.deps.config) },
    message.error && call.context.req.method === 'POST' ? status : 200,
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

async function pathOfClosedOrder({ deps }: Pick<PageCall, 'deps'>, order: OrderRecord): Promise<string | null> {
  if (order.status === 'canceled') return ownOrderPath(order.id);
  if (order.memberProofUntil !== null) return paymentSuccessPath(order.id);
  if (!isPaidStatus(order.status)) return null;
  return (await deps.orderMoney(order)).open > 0 ? null : paymentSuccessPath(order.id);
}

/** Pages of an order that can be paid; other orders redirect. */
export const payable =
  (show: (call: Payable) => Promise<Response>) =>
  async (call: Payable): Promise<Response> => {
    const redirectPath = await pathOfClosedOrder(call, call.record);
    return redirectPath ? call.redirect(redirectPath) : show(call);
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
    const message = { error: refusalText(error, i18n), isRefused: true };
    const { retryAfterSeconds } = (error as Problem).details;
    if (typeof retryAfterSeconds !== 'number') return showPayment(call, message);
    call.context.header('retry-after', String(retryAfterSeconds));
    return showPayment(call, message, 429);
  }
  return call.redirect(bankTransferPath(order.id));
}

export const paymentPages: Route[] = [paymentStep('get', openPayment), paymentStep('post', choosePayment)];

type PaymentPageProps = {
  order: OrderRecord;
  steps: readonly BookingStep[];
  open: Cents;
  paid: OrderMoney['payments'];
  methods: readonly PaymentMethod[];
  i18n: Translator;
  error?: string;
  isRefused?: boolean;
};

export function PaymentPage({
  order,
  open,
  paid,
  steps,
  methods,
  i18n,
  error,
  isRefused,
}: PaymentPageProps): ReactElement {
  const lines = order.orderItems.map((item) => ({
    label: itemLabel(item, i18n),
    ...(item.amount > 1
      ? { detail: i18n.t('payments.line.times', { amount: item.amount, price: i18n.money(item.price) }) }
      : {}),
    amount: i18n.money(item.priceTotal),
  }));
  return (
    <WithSide
      side={
        <Summary
          lines={lines}
          total={i18n.money(order.totalPrice)}
          texts={{
            title: i18n.t('payments.summary.title', { orderNumber: order.orderNumber }),
            total: i18n.t('ui.summary.total'),
            note: isTaxed(order.orderItems) ? i18n.t('ui.summary.vatIncluded') : '',
          }}
        />
      }
    >
      <OrderHead order={order} steps={steps} title={i18n.t('payments.page.title')} i18n={i18n}>
        {methods.length === 0 ? null : (
          <p className="lead">
            {isPaidStatus(order.status)
              ? i18n.t('moves.rest.lead', { event: order.event.title, orderNumber: order.orderNumber })
              : i18n.t('payments.page.lead', { event: order.event.title })}
          </p>
        )}
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('payments.page.heldUntil', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {order.status === 'pending' && paid.length > 0 ? (
        <Alert tone="good" title={i18n.t('payments.paidSoFar.open', { open: i18n.money(open) })}>
          {paid.map((payment) => (
            <p key={payment.at + payment.note}>{paidSoFar(i18n, payment)}</p>
          ))}
        </Alert>
      ) : null}
      {methods.length === 0 ? (
        <Alert tone="bad" title={i18n.t('payments.none.title')}>
          <p>{i18n.t('payments.none.text')}</p>
          <p>
            <a href={ownOrderPath(order.id)}>{i18n.t('payments.toOrder')}</a>
          </p>
        </Alert>
      ) : (
        <PaymentChoice
          order={order}
          open={open}
          methods={methods}
          i18n={i18n}
          submit={i18n.t('payments.page.submit')}
          error={error}
          isRefused={isRefused}
        >
          <ButtonLink look="plain" href={ownOrderPath(order.id)}>
            {i18n.t('payments.page.later')}
          </ButtonLink>
        </PaymentChoice>
      )}
      <ReloadWhenRestored />
    </WithSide>
  );
}
