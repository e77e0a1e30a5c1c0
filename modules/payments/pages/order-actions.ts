import { actOnOrder, assistsOrder, managesOrder } from '#modules/orders/index.ts';
import { orderStatuses } from '#modules/orders/rules/order-state.ts';
import { refuse } from '#modules/orders/rules/problems.ts';
import { page, type Route } from '#src/web/http.ts';
import { adminOrderPath, cancelPath } from '../paths.ts';
import { resendOrderMail } from '../resend-order-mail.ts';
import { setOrderStatus } from '../set-order-status.ts';

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
      to: to ?? refuse('CANT_CHANGE_ORDER_STATUS', { from: order.status, to: null }),
      editorId: call.viewer.userId,
    }),
  );
});
const doneBy = { pending: 'reactivated', complete: 'paid', shipped: 'shipped', canceled: 'canceled' } as const;

const resendEmail = page({ method: 'post', path: '/admin/orders/{orderId}/resend-email', ...assistsOrder }, (call) =>
  actOnOrder(call, 'mailResent', (work, order) => resendOrderMail(work, order.id)),
);

/** Posts without a page of their own: the order page of the organizer has their buttons. */
export const orderActions: Route[] = [changeStatus, resendEmail];
