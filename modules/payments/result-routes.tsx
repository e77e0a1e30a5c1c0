import {
  headOfOrder,
  orderTranslator,
  ownOrderOrNull,
  showPaidOrder,
  showUnknownOrder,
  stepsOfOrder,
  UnpaidOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { page, type Route } from '#src/web/http.ts';
import { newestAttempt } from './online/attempts.ts';
import { leadingToProvider } from './online/leading-to-provider.ts';
import { askWhenAllowed } from './online/payment-status.ts';
import { PaymentFailPage } from './pages/payment-fail-page.tsx';
import { PaymentWaitsPage } from './pages/payment-waits-page.tsx';
import { paymentPath } from './paths.ts';
import { likelyFirst } from './rules/likely-methods.ts';
import { methodsOf } from './ways-to-pay.tsx';

/**
 * Return pages of a payment. The address only says what the provider believed; the page shows the order's current
 * state: an unbooked success is pending, and a failure may be paid meanwhile.
 */
const result = (hoped: 'success' | 'fail') =>
  page({ method: 'get', path: `/payment-${hoped}/{orderId}`, may: 'order.follow' }, async (call) => {
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
    const shown = { order, steps, i18n };
    if (order.status === 'canceled' || order.memberProofUntil !== null) {
      const title = order.status === 'canceled' ? 'afterOrder.canceled.title' : 'afterOrder.received.title';
      return call.render(<UnpaidOrder {...shown} />, headOfOrder(order, i18n.t(title)));
    }
    const { open, received } = await deps.orderMoney(order);
    const attempt = await newestAttempt(deps.read, order.id);
    // A partial payment arrived: the payment page shows the rest. A running payment stays here, so that nobody pays
    // twice.
    const isUnderWay = attempt?.status === 'pending' || attempt?.status === 'authorized';
    if (hoped === 'success' && received > 0 && open > 0 && !isUnderWay)
      return call.redirect(paymentPath(order.eventId, order.id));
    if (hoped === 'success') {
      return call.render(
        <PaymentWaitsPage {...shown} />,
        headOfOrder(order, i18n.t('afterOrder.success.pendingTitle')),
      );
    }
    const methods = likelyFirst(await methodsOf(deps, order), call.context.req.header('user-agent') ?? '');
    return call.render(
      <PaymentFailPage
        {...shown}
        open={open}
        methods={methods}
        failed={attempt?.status === 'failed' ? attempt : null}
      />,
      { ...headOfOrder(order, i18n.t('afterOrder.fail.title')), ...leadingToProvider(deps.config) },
    );
  });

export const resultPages: Route[] = [result('success'), result('fail')];
