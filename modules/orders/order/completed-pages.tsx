import { create as contentDisposition } from 'content-disposition';
import { eventIdOf } from '#modules/events/index.ts';
import { measuringOf } from '#modules/events/rules/measuring.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { calendarType } from '#src/documents/ics.ts';
import type { MessageKey } from '#src/texts/locale.ts';
import { idIn, type PageCall, type PageHead, type PageRoute, page } from '#src/web/http.ts';
import { isOwn, readsOwnOrder } from '../load.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { wordsOfOrder } from '../words.ts';
import { PaidOrder, UnknownOrder, UnpaidOrder } from './after-order.tsx';
import { orderCalendar } from './order-calendar.ts';
import { stepsOfOrder } from './order-steps.tsx';
import { startedOrderOf } from './started-order.ts';

/** The order for whoever owns it; of any other one there is nothing to see, and nobody learns whether there is one. */
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

/** The end of the way of a paid order. `titleKey` says what has just happened. */
export async function showPaidOrder(
  call: PageCall<'order.follow'>,
  order: OrderRecord,
  titleKey: MessageKey,
): Promise<Response> {
  const i18n = wordsOfOrder(order, call.i18n.locale);
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

/** Where the address names an event, its name stands on the page, whoever looks. */
export const showUnknownOrder = async (call: PageCall<'order.follow'>): Promise<Response> =>
  call.render(<UnknownOrder i18n={call.i18n} />, {
    title: call.i18n.t('afterOrder.unknown.title'),
    noIndex: true,
    whiteLabel: await call.deps.whiteLabelAt(new URL(call.context.req.url).pathname),
  });

/** Step 7. Without the number of an order it is the one that this visit made last for the event. */
const showCompleted = page({ method: 'get', path: '/events/{event}/completed', may: 'order.follow' }, async (call) => {
  const { deps, viewer, query, params } = call;
  const eventRef = params.event;
  const order = query.has('order')
    ? await ownOrderOrNull(call, viewer, idIn(query.get('order')))
    : await startedOrderOf(deps.read, viewer, eventRef);
  if (!order) return (await eventIdOf(deps.read, eventRef)) ? showUnknownOrder(call) : call.redirect('/');
  if (isPaidStatus(order.status)) return showPaidOrder(call, order, 'afterOrder.paid.title');
  const i18n = wordsOfOrder(order, call.i18n.locale);
  return call.render(
    <UnpaidOrder order={order} steps={await stepsOfOrder(deps.read, order)} i18n={i18n} />,
    headOfOrder(order, i18n.t('orders.number', { orderNumber: order.orderNumber })),
  );
});

const downloadCalendar = page(
  { method: 'get', path: '/orders/{orderId}/calendar.ics', ...readsOwnOrder },
  async ({ deps, record: order, i18n }) => {
    return new Response(await orderCalendar(deps, order, wordsOfOrder(order, i18n.locale)), {
      headers: {
        'content-type': calendarType,
        'content-disposition': contentDisposition(`order-${order.id}.ics`),
        'cache-control': 'private, no-store',
      },
    });
  },
);

export const completedPages: readonly PageRoute[] = [showCompleted, downloadCalendar];
