import type { ReactElement } from 'react';
import { idsOf } from '#src/access/permissions.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { saveForm } from '#src/web/forms/save-form.ts';
import { page, type Route } from '#src/web/http.ts';
import { addAudit } from '../add-audit.ts';
import { managesOrder, notesOrder, viewsOrder } from '../load.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { addressPages, buyerPages, teamPages } from './edit-pages.tsx';
import { mailPages } from './mails-page.tsx';
import { type OrderCall, orderPageTranslator, showOrder } from './order-frame.tsx';
import { commentForm, commentInput } from './order-history.tsx';
import { personPages } from './person-pages.tsx';
import { cancelPages, ReactivateOrderPage, SetStatusPage } from './status-pages.tsx';

const show = page({ method: 'get', path: '/admin/orders/{orderId}', ...viewsOrder }, async (call) =>
  showOrder(call, call.record),
);

/** A confirmation page. If `ask` returns null, the action does not apply and the order is shown. */
const confirmationPage = (
  name: 'reactivate' | 'set-status',
  title: MessageKey,
  ask: (call: OrderCall, order: AdminOrderRecord) => Promise<ReactElement | null>,
) =>
  page({ method: 'get', path: `/admin/orders/{orderId}/${name}`, ...managesOrder }, async (call) => {
    const order = call.record;
    const confirmation = await ask(call, order);
    if (!confirmation) return call.redirect(`/admin/orders/${order.id}`);
    const heading = call.i18n.t(title, { orderNumber: order.orderNumber });
    const head = {
      title: heading,
      frame: 'admin',
      organizerIds: idsOf(order.organizers),
      admin: { eventId: order.event.id },
    } as const;
    return call.render(confirmation, head, call.query.has('missing') ? 400 : 200);
  });

/** Its form posts to `/status` of payments, because the new status depends on the money received. */
const askReactivate = confirmationPage('reactivate', 'orderActions.reactivate.title', async ({ deps }, order) =>
  order.status === 'canceled' ? <ReactivateOrderPage order={order} money={await deps.orderMoney(order)} /> : null,
);

const askStatus = confirmationPage('set-status', 'orderActions.status.title', async ({ query, i18n }, order) => (
  <SetStatusPage order={order} error={query.has('missing') ? i18n.t('ui.form.choose') : null} />
));

const comment = page({ method: 'post', path: '/admin/orders/{orderId}/comment', ...notesOrder }, async (call) => {
  const { viewer, record: order } = call;
  const saved = await saveForm(call, {
    form: commentForm(orderPageTranslator(call, order)),
    schema: commentInput,
    save: async (work, { comment: text }) => {
      await addAudit(work, { orderId: order.id, type: 'Comment', editorId: viewer.userId, comment: text });
      return `/admin/orders/${order.id}?done=commented`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : showOrder(call, order, null, saved.state);
});

export const orderPagesOfAdmin: Route[] = [
  show,
  ...cancelPages,
  askReactivate,
  askStatus,
  comment,
  ...addressPages,
  ...buyerPages,
  ...mailPages,
  ...personPages,
  ...teamPages,
];
