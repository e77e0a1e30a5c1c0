import type { ReactElement } from 'react';
import {
  followToken,
  headOfOrder,
  OrderHead,
  type OrderRecord,
  orderTranslator,
  ownOrderOrNull,
  showPaidOrder,
  showUnknownOrder,
  stepsOfOrder,
  UnpaidOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Cents } from '#src/kernel/money.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { paths } from '#src/ui/paths.ts';
import { ReloadWhenRestored } from '#src/ui/restored.tsx';
import { page, type Route } from '#src/web/http.ts';
import { attemptBySecret, newestAttempt } from '../online/attempts.ts';
import { askWhenAllowed, freeAsks, mayAskFrom } from '../online/payment-status.ts';
import { settleAttempt } from '../online/settle-attempt.ts';
import { bankTransferPath, ownOrderPath, paymentFailPath, paymentPath, paymentSuccessPath } from '../paths.ts';
import { type FailedTry, failureWord, methodsAfter } from '../rules/failure.ts';
import { type PaymentMethod, sortByDevice } from '../rules/methods.ts';
import { leadingToProvider, methodsOf } from '../ways-to-pay.tsx';
import { PaymentChoice } from './method-choice.tsx';
import { methodLabel } from './method-label.ts';

/** The address only says what the provider believed; the page shows the order's current state. */
const result = (expected: 'success' | 'fail') =>
  page({ method: 'get', path: `/payment-${expected}/{orderId}`, may: 'order.follow' }, async (call) => {
    const { deps } = call;
    const orderId = call.params.orderId;
    const before = await ownOrderOrNull(call, call.viewer, orderId);
    if (!before) return showUnknownOrder(call);
    if (before.status === 'pending') await askWhenAllowed(deps, orderId);
    const order = before.status === 'pending' ? await ownOrderOrNull(call, call.viewer, orderId) : before;
    if (!order) return showUnknownOrder(call);
    if (isPaidStatus(order.status)) {
      // A free order has no payment to thank for.
      return showPaidOrder(call, order, order.totalPrice === 0 ? 'afterOrder.paid.title' : 'afterOrder.success.title');
    }
    const i18n = orderTranslator(order, call.i18n.locale);
    const steps = await stepsOfOrder(deps.read, order);
    const view = { order, steps, i18n };
    if (order.status === 'canceled' || order.memberProofUntil !== null) {
      const title = order.status === 'canceled' ? 'afterOrder.canceled.title' : 'afterOrder.received.title';
      return call.render(<UnpaidOrder {...view} />, headOfOrder(order, i18n.t(title)));
    }
    const { open, received } = await deps.orderMoney(order);
    const attempt = await newestAttempt(deps.read, order.id);
    // A partial payment: the payment page shows the rest. A running payment stays here, so that nobody pays twice.
    const isUnderWay = attempt?.status === 'pending' || attempt?.status === 'authorized';
    if (expected === 'success' && received > 0 && open > 0 && !isUnderWay)
      return call.redirect(paymentPath(order.eventId, order.id));
    if (expected === 'success') {
      return call.render(<PaymentWaitsPage {...view} />, headOfOrder(order, i18n.t('afterOrder.success.pendingTitle')));
    }
    const methods = sortByDevice(await methodsOf(deps, order), call.context.req.header('user-agent') ?? '');
    return call.render(
      <PaymentFailPage
        {...view}
        open={open}
        methods={methods}
        failed={attempt?.status === 'failed' ? attempt : null}
      />,
      { ...headOfOrder(order, i18n.t('afterOrder.fail.title')), ...leadingToProvider(deps.config) },
    );
  });

export const resultPages: Route[] = [result('success'), result('fail')];

/** Maximum wait of the payer for the provider's response; the next page then shows what is known. */
const returnTimeoutMs = 12_000;

/** The payer returns here. The secret names the attempt, so that it works in another browser. */
const returnRoute = page({ method: 'get', path: '/payment/return/{secret}', may: 'order.follow' }, async (call) => {
  const { deps, params } = call;
  const attempt = (await attemptBySecret(deps.read, params.secret ?? '')) ?? refuse('NOT_FOUND');
  const mayAsk = deps.clock() >= mayAskFrom(attempt, freeAsks);
  const status = mayAsk ? await Promise.race([settleAttempt(deps, attempt.id), returnTimeout()]) : attempt.status;
  const { orderId } = attempt;
  const path = status === 'failed' ? paymentFailPath(orderId) : paymentSuccessPath(orderId);
  return call.redirect(`${path}?token=${followToken(deps, orderId, deps.clock())}`);
});

const returnTimeout = (): Promise<'pending'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('pending'), returnTimeoutMs);
  });

export const returnRoutes: Route[] = [returnRoute];

function PaymentWaitsPage(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  i18n: Translator;
}): ReactElement {
  const { order, steps, i18n } = props;
  const isTransfer = order.paymentMethod === 'bank';
  return (
    <div className="stack" data-payment-waits={isTransfer ? undefined : order.id}>
      <OrderHead order={order} steps={steps} title={i18n.t('afterOrder.success.pendingTitle')} i18n={i18n}>
        <p className="lead">{i18n.t('afterOrder.success.pending', { event: order.event.title })}</p>
      </OrderHead>
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('afterOrder.fail.hold', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {isTransfer ? null : <p>{i18n.t('afterOrder.success.onlyOnce')}</p>}
      <div className="form-actions">
        <ButtonLink href={paymentSuccessPath(order.id)}>{i18n.t('afterOrder.success.reload')}</ButtonLink>
        <ButtonLink look="quiet" href={isTransfer ? bankTransferPath(order.id) : paymentPath(order.event.id, order.id)}>
          {i18n.t(isTransfer ? 'orders.todo.toTransfer' : 'orders.todo.toPayment')}
        </ButtonLink>
        <ButtonLink look="plain" href={ownOrderPath(order.id)}>
          {i18n.t('payments.toOrder')}
        </ButtonLink>
      </div>
      <ReloadWhenRestored />
    </div>
  );
}

/** Unpaid order after a failure or without payment. Uses our texts: the issuer's may be in any language. */
function PaymentFailPage(props: {
  order: OrderRecord;
  steps: readonly BookingStep[];
  open: Cents;
  methods: readonly PaymentMethod[];
  failed: FailedTry | null;
  i18n: Translator;
}): ReactElement {
  const { order, steps, open, methods, failed, i18n } = props;
  const isTransfer = order.paymentMethod === 'bank';
  // An aborted or expired payment is not an error, so it is not red.
  const isOwnDecision = failed !== null && ['aborted', 'expired'].includes(failureWord(failed));
  return (
    <div className="stack">
      <OrderHead order={order} steps={steps} title={i18n.t('afterOrder.fail.title')} i18n={i18n}>
        {(failed || methods.length === 0) && !isTransfer ? null : (
          <p className="lead">
            {i18n.t(isTransfer ? 'afterOrder.fail.transfer' : 'afterOrder.fail.notTried', {
              event: order.event.title,
            })}
          </p>
        )}
      </OrderHead>
      {failed ? (
        <Alert
          tone={isOwnDecision ? 'wait' : 'bad'}
          title={i18n.t(`payments.failed.${failureWord(failed)}`, { method: methodLabel(i18n, failed.method) })}
        >
          <p>{i18n.t(`payments.failed.${failureWord(failed)}.text`)}</p>
        </Alert>
      ) : null}
      {order.expiresAt === null ? null : (
        <Alert tone="wait">{i18n.t('afterOrder.fail.hold', { until: i18n.weekdayDateTime(order.expiresAt) })}</Alert>
      )}
      {isTransfer ? (
        <p>
          <ButtonLink href={bankTransferPath(order.id)}>{i18n.t('orders.todo.toTransfer')}</ButtonLink>
        </p>
      ) : null}
      {methods.length === 0 ? (
        isTransfer ? null : (
          <Alert tone="bad">{i18n.t('afterOrder.fail.none')}</Alert>
        )
      ) : (
        <PaymentChoice
          order={order}
          open={open}
          methods={methodsAfter(failed, methods)}
          i18n={i18n}
          submit={i18n.t('afterOrder.fail.submit')}
        />
      )}
      <p className="soft">
        {methods.length === 0 ? null : `${i18n.t('afterOrder.fail.later')} `}
        <a href={paths.orders}>{i18n.t('ui.nav.myOrders')}</a>
      </p>
      <ReloadWhenRestored />
    </div>
  );
}
