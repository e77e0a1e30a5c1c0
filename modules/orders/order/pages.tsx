import { Problem } from '#src/kernel/problem.ts';
import { idIn, type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Locale } from '#src/platform/locale.ts';
import { type OrderRecord, orderIdsOfUser, orderOf, ordersOf } from '../read.ts';
import { ownCancellation } from '../rules/cancellation.ts';
import { refuse } from '../rules/problems.ts';
import { cancelOwnOrder } from './cancel-own-order.ts';
import { completedPages, headOfOrder } from './completed-pages.tsx';
import {
  confirmationFileName,
  confirmationLink,
  confirmationPath,
  confirmationPdf,
  wordsOfOrder,
} from './confirmation.tsx';
import { CancelPage, MyOrdersPage, OrderPage } from './order-page.tsx';
import { requireOwnOrder } from './own-order.ts';

/** An order is shown in the language of the reader, in its event's wording and time. */
const wordsFor = (order: OrderRecord, locale: Locale) => wordsOfOrder(order, locale);

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
      money={await call.deps.orderMoney(order)}
      mayCancel={may}
      downloadLink={confirmationLink(call.deps, order.id, call.now)}
      words={words}
      problem={problem}
    />,
    headOfOrder(order, words.t('orders.number', { orderNumber: order.orderNumber })),
    status,
  );
}

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
      headOfOrder(order, words.t('orders.cancel.title')),
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
  ...completedPages,
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
