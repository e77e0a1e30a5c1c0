import { page, type Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData } from '#src/web/list/show.ts';
import { assistsOrder, viewsOrder } from '../load.ts';
import { mailsListing } from './mails-listing.tsx';
import { actOnOrder, renderBelow, wordsHere } from './order-frame.tsx';
import { requireMailOf, resendMailOfOrder } from './order-mails.ts';

const showMails = page({ method: 'get', path: '/admin/orders/{orderId}/mails', ...viewsOrder }, async (call) => {
  const order = call.record;
  const i18n = wordsHere(call, order);
  const openOffers = await call.deps.openOffers(call.deps.read, order.id, call.now);
  const list = await listData(call, mailsListing, { i18n, order, openOffers });
  return renderBelow(
    call,
    order,
    i18n.t('orderActions.mails.heading'),
    <div className="stack">
      <List list={list} />
    </div>,
  );
});

const resend = page(
  {
    method: 'post',
    path: '/admin/orders/{orderId}/mails/{mailId}/resend',
    may: assistsOrder.may,
    async load(call) {
      const order = await assistsOrder.load(call);
      await requireMailOf(call.deps.read, order.id, call.params.mailId);
      return order;
    },
  },
  (call) =>
    actOnOrder(call, 'mailResent', (work, order) => resendMailOfOrder(call.deps, work, order, call.params.mailId), ''),
);

export const mailPages: Route[] = [showMails, resend];
