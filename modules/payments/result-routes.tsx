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
 * Where a payment leads back to. The address says only what the provider believed; what the page says is what is known of
 * the order now: a success that is not booked yet is none, and a failure may have been paid meanwhile.
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
      // Nobody is thanked for a payment that was none.
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
    // Something came to the order while somebody paid for it: that page says what is here and what is not. Nobody whose
    // payment is still on its way is led to pay once more.
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
