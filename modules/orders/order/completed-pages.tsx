import { create as contentDisposition } from 'content-disposition';
import { eventIdOf } from '#modules/events/index.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { versionOfLink } from '#src/access/versioned-links.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { calendarType } from '#src/documents/ics.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { idIn, type PageCall, type PageHead, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { isOwn, readsOwnOrder } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { refuse } from '../rules/problems.ts';
import { PaidOrder, stepsOfOrder, UnknownOrder, UnpaidOrder } from './after-order.tsx';
import { confirmationLink } from './confirmation.ts';
import { orderCalendar } from './order-calendar.ts';
import { OrderPage } from './order-page.tsx';
import { orderLinkPath } from './paths.ts';
import { startedOrderOf } from './read-orders.ts';

export async function ownOrderOrNull(
  { deps }: Pick<PageCall, 'deps'>,
  viewer: Viewer | null,
  orderId: number,
): Promise<OrderRecord | null> {
  const order = viewer ? await orderOf(deps.read, orderId) : null;
  return order && viewer && isOwn(viewer, order) ? order : null;
}

export const headOfOrder = (order: OrderRecord, title: string): PageHead => ({
  title: `${title} · ${order.event.title}`,
  noIndex: true,
  whiteLabel: whiteLabelOf(order),
  measuring: measuringOf(order),
});

/** `titleKey`: message about what just happened. */
export async function showPaidOrder(
  call: PageCall<'order.follow'>,
  order: OrderRecord,
  titleKey: MessageKey,
): Promise<Response> {
  const i18n = orderTranslator(order, call.i18n.locale);
  const title = i18n.t(titleKey);
  return call.render(
    <PaidOrder
      order={order}
      steps={await stepsOfOrder(call.deps.read, order)}
      wallets={await call.deps.wallets(order.id, i18n.locale)}
      email={call.viewer?.email ?? ''}
      i18n={i18n}
      title={title}
    />,
    headOfOrder(order, title),
  );
}

export const showUnknownOrder = async (call: PageCall<'order.follow'>): Promise<Response> =>
  call.render(<UnknownOrder i18n={call.i18n} />, {
    title: call.i18n.t('afterOrder.unknown.title'),
    noIndex: true,
    whiteLabel: await call.deps.whiteLabelAt(new URL(call.context.req.url).pathname),
  });

/** Step 7. Without an order number: the newest order of this visit for the event. */
const showCompleted = page({ method: 'get', path: '/events/{event}/completed', may: 'order.follow' }, async (call) => {
  const { deps, viewer, query, params } = call;
  const eventRef = params.event;
  const order = query.has('order')
    ? await ownOrderOrNull(call, viewer, idIn(query.get('order')))
    : await startedOrderOf(deps.read, viewer, eventRef);
  if (!order) return (await eventIdOf(deps.read, eventRef)) ? showUnknownOrder(call) : call.redirect('/');
  if (isPaidStatus(order.status)) return showPaidOrder(call, order, 'afterOrder.paid.title');
  const i18n = orderTranslator(order, call.i18n.locale);
  return call.render(
    <UnpaidOrder order={order} steps={await stepsOfOrder(deps.read, order)} i18n={i18n} />,
    headOfOrder(order, i18n.t('orders.number', { orderNumber: order.orderNumber })),
  );
});

const downloadCalendar = page(
  { method: 'get', path: '/orders/{orderId}/calendar.ics', ...readsOwnOrder },
  async ({ deps, record: order, i18n }) => {
    return new Response(await orderCalendar(deps, order, orderTranslator(order, i18n.locale)), {
      headers: {
        'content-type': calendarType,
        'content-disposition': contentDisposition(`order-${order.id}.ics`),
        'cache-control': 'private, no-store',
      },
    });
  },
);

export const completedPages: readonly PageRoute[] = [showCompleted, downloadCalendar];

type Call = PageCall<'document.open', 'orderId'>;

/** The order of a signed mail link. @throws Problem NOT_FOUND also after a change of the buyer */
export async function orderOfMailedLink({
  deps,
  params,
  query,
  now,
}: Pick<PageCall, 'deps' | 'query' | 'now'> & { params: { orderId: number } }): Promise<OrderRecord> {
  const version = versionOfLink(deps.signer, orderLinkPath(params.orderId), query, now);
  const order = version === null ? null : await orderOf(deps.read, params.orderId);
  return order && order.linkVersion === version ? order : refuse('NOT_FOUND');
}

/** The order for anybody who holds the signed link. */
const show = async (call: Call): Promise<Response> => {
  const { deps, params, query, now } = call;
  const version = versionOfLink(deps.signer, orderLinkPath(params.orderId), query, now);
  const order = (version === null ? null : await orderOf(deps.read, params.orderId)) ?? refuse('NOT_FOUND');
  return behindMailedLink(await (order.linkVersion === version ? showOrder(call, order) : showReplaced(call)));
};

async function showOrder(call: Call, order: OrderRecord): Promise<Response> {
  const i18n = orderTranslator(order, call.i18n.locale);
  return call.render(
    <OrderPage
      order={order}
      money={await call.deps.orderMoney(order)}
      papers={await call.deps.orderPapers(order)}
      mayCancel={false}
      mayChange={false}
      mayHaveInvoice={false}
      ownPageOf={(person) => call.deps.ownPage(person, order.event.endTimestamp)}
      downloadLink={confirmationLink(call.deps, order, call.now)}
      withdrawal={await call.deps.orderWithdrawalPart(order, i18n, call.query)}
      waitlist={await call.deps.orderWaitlistPart(order, i18n, call.query)}
      i18n={i18n}
    />,
    headOfOrder(order, i18n.t('orders.number', { orderNumber: order.orderNumber })),
  );
}

const showReplaced = ({ render, i18n }: Call): Promise<Response> =>
  render(
    <div className="narrow stack">
      <h1>{i18n.t('ownPage.replaced.title')}</h1>
      <Alert tone="wait">{i18n.t('ownOrder.link.replaced')}</Alert>
      <div className="form-actions">
        <ButtonLink look="quiet" href="/">
          {i18n.t('ui.nav.events')}
        </ButtonLink>
      </div>
    </div>,
    { title: i18n.t('ownPage.replaced.title'), noIndex: true, withoutQuery: true },
    410,
  );

export const orderByLink: PageRoute = page(
  { method: 'get', path: '/orders/{orderId}/view', may: 'document.open' },
  show,
);
