import { page, type Route } from '#src/platform/http.ts';
import { Pager } from '#src/ui/table.tsx';
import { managesOrder } from '../load.ts';
import { MailTable } from './mails-table.tsx';
import { actOnOrder, renderBelow, wordsHere } from './order-frame.tsx';
import { listOrderMails, resendMailOfOrder } from './order-mails.ts';

const pageSize = 50;

const showMails = page({ method: 'get', path: '/admin/orders/{orderId}/mails', ...managesOrder }, async (call) => {
  const order = call.record;
  const words = wordsHere(call, order);
  const text = call.query.get('page') ?? '';
  const at = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
  const { count, rows } = await listOrderMails(call.deps.read, order.id, {
    offset: (at - 1) * pageSize,
    limit: pageSize,
  });
  return renderBelow(
    call,
    order,
    words.t('orderActions.mails.heading'),
    <div className="stack">
      <MailTable order={order} mails={rows} count={count} words={words} />
      <Pager
        page={at}
        pages={Math.max(1, Math.ceil(count / pageSize))}
        href={(to) => `/admin/orders/${order.id}/mails?page=${to}`}
      />
    </div>,
  );
});

const resend = page(
  { method: 'post', path: '/admin/orders/{orderId}/mails/{mailId}/resend', ...managesOrder },
  (call) => actOnOrder(call, 'mailResent', (work, order) => resendMailOfOrder(work, order, call.params.mailId), ''),
);

export const mailPages: Route[] = [showMails, resend];
