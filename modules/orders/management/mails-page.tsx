import type { ReactElement } from 'react';
import { mailTypeName } from '#src/mail/kinds.ts';
import { Badge, MailText, type Tone } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { page, type Route } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import { type ListAbout, type Listing, visibleColumns } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { assistsOrder, viewsOrder } from '../load.ts';
import type { AdminOrderRecord } from '../read-admin.ts';
import { actOnOrder, orderPageTranslator, renderBelow } from './order-frame.tsx';
import {
  isStillTrue,
  type MailState,
  type OrderMail,
  orderMailSource,
  orderMailsOf,
  requireMailOf,
  resendMailOfOrder,
} from './order-mails.ts';

const showMails = page({ method: 'get', path: '/admin/orders/{orderId}/mails', ...viewsOrder }, async (call) => {
  const order = call.record;
  const i18n = orderPageTranslator(call, order);
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

const tones: Record<MailState, Tone> = { waiting: 'wait', sent: 'good', refused: 'bad', notNeeded: 'neutral' };

type AboutMails = ListAbout & { order: AdminOrderRecord; openOffers: ReadonlySet<number> };

export const mailsListing = {
  path: ({ order }) => `/admin/orders/${order.id}/mails`,
  name: () => 'order-mails',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ order, openOffers, i18n }) => [
    {
      key: 'type',
      title: i18n.t('orderActions.mails.type'),
      heading: true,
      text: ({ type }) => mailTypeName(type, i18n),
    },
    {
      key: 'recipient',
      title: i18n.t('orderActions.mails.recipient'),
      sortable: true,
      cell: ({ recipient }) => <MailText>{recipient}</MailText>,
    },
    {
      key: 'at',
      title: i18n.t('orderActions.mails.at'),
      text: ({ createdAt, sentAt }) => i18n.shortDateTime(sentAt ?? createdAt),
    },
    {
      key: 'state',
      title: i18n.t('orderActions.mails.state'),
      sortable: true,
      cell: ({ state, reason }) => (
        <>
          <Badge tone={tones[state]}>{i18n.t(`orderActions.mails.state.${state}`)}</Badge>
          {reason ? <span className="small soft breakable">{reason}</span> : null}
        </>
      ),
    },
    {
      key: 'again',
      title: i18n.t('orderActions.mails.again'),
      cell: (mail) => <ResendButton {...{ mail, order, openOffers, i18n }} />,
    },
  ],
  ...rowsOf(({ order }: AboutMails) => orderMailSource(order.id), orderMailsOf),
  texts: {
    caption: 'orderActions.mails.heading',
    count: 'orderActions.mails.title',
    empty: 'orderActions.mails.none',
    emptyFiltered: 'orderActions.mails.none',
  },
} as const satisfies Listing<OrderMail, AboutMails>;

function ResendButton({ mail, order, openOffers, i18n }: AboutMails & { mail: OrderMail }): ReactElement {
  const { csrfToken } = usePage();
  if (mail.state === 'waiting' || !isStillTrue(mail, order, openOffers)) return <>–</>;
  return (
    <PostButton action={`/admin/orders/${order.id}/mails/${mail.id}/resend`} csrfToken={csrfToken} look="quiet" small>
      {i18n.t('orderActions.mails.resend')}
    </PostButton>
  );
}

export function NewestMails({ mails, count, ...about }: AboutMails & { mails: readonly OrderMail[]; count: number }) {
  return (
    <Table
      caption={about.i18n.t('orderActions.mails.title', { count })}
      columns={visibleColumns(mailsListing.columns(about))}
      rows={mails}
      rowKey={mailsListing.rowKey}
      empty={about.i18n.t('orderActions.mails.none')}
    />
  );
}
