import { measuringOf } from '#modules/events/rules/measuring.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { Problem } from '#src/kernel/problem.ts';
import { idIn, type PageCall, type PageRoute, page, type Viewer } from '#src/platform/http.ts';
import type { Locale } from '#src/platform/locale.ts';
import { type OrderRecord, orderIdsOfUser, orderOf, ordersOf } from '../read.ts';
import { ownCancellation } from '../rules/cancellation.ts';
import { refuse } from '../rules/problems.ts';
import { cancelOwnOrder } from './cancel-own-order.ts';
import {
  confirmationFileName,
  confirmationLink,
  confirmationPath,
  confirmationPdf,
  wordsOfOrder,
} from './confirmation.tsx';
import { CancelPage, CompletedPage, MyOrdersPage, OrderPage, ResultPage } from './order-page.tsx';
import { isOwn, requireOwnOrder } from './own-order.ts';

/** An order is shown in the language of the reader, in its event's wording and time. */
const wordsFor = (order: OrderRecord, locale: Locale) => wordsOfOrder(order, locale);
const headOf = (order: OrderRecord, title: string) => ({
  title: `${title} · ${order.event.title}`,
  noIndex: true,
  whiteLabel: whiteLabelOf(order),
  measuring: measuringOf(order),
});

async function ownOrderOrNull(call: PageCall<'order.follow'>, viewer: Viewer | null, orderId: number) {
  const order = viewer ? await orderOf(call.deps.read, orderId) : null;
  return order && viewer && isOwn(viewer, order) ? order : null;
}

async function showOrder(
  call: PageCall<'order.read'>,
  order: OrderRecord,
  problem: string | null,
  status: 200 | 409 = 200,
) {
  const words = wordsFor(order, call.words.locale);
  const { may } = ownCancellation(order, order.event.startTimestamp, call.now);
  return call.render(
    <OrderPage
      order={order}
      mayCancel={may}
      downloadLink={confirmationLink(call.deps, order.id, call.now)}
      words={words}
      problem={problem}
    />,
    headOf(order, words.t('orders.number', { orderNumber: order.orderNumber })),
    status,
  );
}

const result = (success: boolean) =>
  page(
    { method: 'get', path: success ? '/payment-success/{orderId}' : '/payment-fail/{orderId}', may: 'order.follow' },
    async (call) => {
      const orderId = idIn(call.params.orderId);
      const order = await ownOrderOrNull(call, call.viewer, orderId);
      const words = order ? wordsFor(order, call.words.locale) : call.words;
      return call.render(<ResultPage order={order} orderId={orderId} success={success} words={words} />, {
        title: words.t(success ? 'orders.result.success' : 'orders.result.fail'),
        noIndex: true,
      });
    },
  );

export const orderPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/orders', may: 'order.list' }, async (call) => {
    const orders = await ordersOf(call.deps.read, await orderIdsOfUser(call.deps.read, call.viewer.userId));
    return call.render(<MyOrdersPage orders={orders} words={call.words} />, {
      title: call.words.t('ui.nav.myOrders'),
      noIndex: true,
    });
  }),
  page({ method: 'get', path: '/orders/{orderId}', may: 'order.read' }, async (call) => {
    const order = await requireOwnOrder(call.deps.read, call.viewer, idIn(call.params.orderId));
    return showOrder(call, order, null);
  }),
  page({ method: 'get', path: '/orders/{orderId}/cancel', may: 'order.read' }, async (call) => {
    const order = await requireOwnOrder(call.deps.read, call.viewer, idIn(call.params.orderId));
    const { may, refund } = ownCancellation(order, order.event.startTimestamp, call.now);
    if (!may) return call.redirect(`/orders/${order.id}`);
    const words = wordsFor(order, call.words.locale);
    return call.render(
      <CancelPage order={order} refund={refund} words={words} />,
      headOf(order, words.t('orders.cancel.title')),
    );
  }),
  page({ method: 'post', path: '/orders/{orderId}/cancel', may: 'order.change' }, async (call) => {
    const orderId = idIn(call.params.orderId);
    try {
      await call.deps.write((work) => cancelOwnOrder(work, call.viewer, orderId));
      return call.redirect(`/orders/${orderId}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'CANT_CANCEL_ORDER') throw error;
      const order = await requireOwnOrder(call.deps.read, call.viewer, orderId);
      return showOrder(call, order, call.words.t('problem.CANT_CANCEL_ORDER'), 409);
    }
  }),
  page({ method: 'get', path: '/events/{eventId}/completed', may: 'order.follow' }, async (call) => {
    const wanted = call.query.get('order');
    const order = wanted ? await ownOrderOrNull(call, call.viewer, idIn(wanted)) : null;
    const words = order ? wordsFor(order, call.words.locale) : call.words;
    const title = words.t('orders.completed.title');
    return call.render(
      <CompletedPage order={order} words={words} />,
      order ? headOf(order, title) : { title, noIndex: true },
    );
  }),
  result(true),
  result(false),
  page({ method: 'get', path: '/documents/order-confirmation/{orderId}', may: 'document.open' }, async (call) => {
    const orderId = idIn(call.params.orderId);
    if (!call.deps.signer.isSigned(confirmationPath(orderId), call.query, call.now)) return refuse('NOT_FOUND');
    const order = (await orderOf(call.deps.read, orderId)) ?? refuse('NOT_FOUND');
    const bytes = await confirmationPdf(call.deps, order);
    const name = confirmationFileName(order);
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="order-${orderId}.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'private, no-store',
      },
    });
  }),
];
