import { page, type Route } from '#src/platform/http.ts';
import { addAudit } from '../add-audit.ts';
import { managesOrder } from '../load.ts';
import { cancelOrder } from '../order/cancel-order.ts';
import { addressPages } from './address-pages.tsx';
import { buyerPages } from './buyer-page.tsx';
import { mailPages } from './mails-page.tsx';
import { actOnOrder, showOrder } from './order-frame.tsx';
import { personPages } from './person-pages.tsx';
import { CancelOrderPage, ReactivateOrderPage, SetStatusPage } from './status-pages.tsx';
import { teamPages } from './team-page.tsx';

const show = page({ method: 'get', path: '/admin/orders/{orderId}', ...managesOrder }, async (call) =>
  showOrder(call, call.record),
);

const askCancel = page({ method: 'get', path: '/admin/orders/{orderId}/cancel', ...managesOrder }, async (call) => {
  const order = call.record;
  if (order.status === 'canceled') return call.redirect(`/admin/orders/${order.id}`);
  const { received, refundable } = await call.deps.orderMoney(order);
  return call.render(<CancelOrderPage order={order} received={received} refundable={refundable} />, {
    title: call.words.t('ordersAdmin.cancelTitle', { orderNumber: order.orderNumber }),
    frame: 'admin',
  });
});

const cancel = page({ method: 'post', path: '/admin/orders/{orderId}/cancel', ...managesOrder }, (call) =>
  actOnOrder(call, 'canceled', (work, order) =>
    cancelOrder(work, { orderId: order.id, editorId: call.viewer.userId, reason: 'byAdmin' }),
  ),
);

/** The answer goes to the payments' `/status`, since whether the order is complete then its money says. */
const askReactivate = page(
  { method: 'get', path: '/admin/orders/{orderId}/reactivate', ...managesOrder },
  async (call) => {
    const order = call.record;
    if (order.status !== 'canceled') return call.redirect(`/admin/orders/${order.id}`);
    return call.render(<ReactivateOrderPage order={order} money={await call.deps.orderMoney(order)} />, {
      title: call.words.t('orderActions.reactivate.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
    });
  },
);

const askStatus = page({ method: 'get', path: '/admin/orders/{orderId}/set-status', ...managesOrder }, async (call) => {
  const order = call.record;
  // The choice is sent to the payments' `/status`, which sends it back here when there is none.
  const error = call.query.has('missing') ? call.words.t('ui.form.choose') : null;
  return call.render(
    <SetStatusPage order={order} error={error} />,
    {
      title: call.words.t('orderActions.status.title', { orderNumber: order.orderNumber }),
      frame: 'admin',
    },
    error ? 400 : 200,
  );
});

const comment = page({ method: 'post', path: '/admin/orders/{orderId}/comment', ...managesOrder }, async (call) => {
  const text = String(call.form.get('comment') ?? '')
    .trim()
    .slice(0, 5000);
  if (text === '') return showOrder(call, call.record, call.words.t('ordersAdmin.commentMissing'));
  return actOnOrder(call, 'commented', (work, order) =>
    addAudit(work, { orderId: order.id, type: 'Comment', editorId: call.viewer.userId, comment: text }),
  );
});

export const orderPagesOfAdmin: Route[] = [
  show,
  askCancel,
  cancel,
  askReactivate,
  askStatus,
  comment,
  ...addressPages,
  ...buyerPages,
  ...mailPages,
  ...personPages,
  ...teamPages,
];
