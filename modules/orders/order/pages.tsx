import { versionOfLink } from '#src/access/versioned-links.ts';
import { pdfResponse } from '#src/documents/pdf-response.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { readsOwnOrder, requireOwnOrder } from '../load.ts';
import { listOwnOrders } from '../order-list.ts';
import { type OrderRecord, orderOf, ordersOf } from '../read.ts';
import { ownCancellation } from '../rules/cancellation.ts';
import { refuse } from '../rules/problems.ts';
import { wordsOfOrder } from '../words.ts';
import { cancelOwnOrder, loadOrderToCancel } from './cancel-own-order.ts';
import { CancelPage } from './cancel-page.tsx';
import { completedPages, headOfOrder } from './completed-pages.tsx';
import { confirmationFileName, confirmationLink, confirmationPath, confirmationPdf } from './confirmation.ts';
import { invoiceAddressPages } from './invoice-address-pages.tsx';
import { noInvoiceOf } from './may-have-invoice.ts';
import { memberPages } from './member-pages.tsx';
import { MyOrdersPage, ordersAPage } from './my-orders-page.tsx';
import { orderByLink } from './order-by-link.tsx';
import { OrderPage } from './order-page.tsx';
import { participantPages } from './participant-pages.tsx';
import { mayChangePerson } from './person-input.ts';
import { proofPages } from './proof-pages.tsx';

async function showOrder(
  call: PageCall<'order.read'>,
  order: OrderRecord,
  problem: string | null,
  status: 200 | 409 = 200,
) {
  const i18n = wordsOfOrder(order, call.i18n.locale);
  const { may } = ownCancellation(order, order.event.startTimestamp, call.now);
  return call.render(
    <OrderPage
      order={order}
      money={await call.deps.orderMoney(order)}
      papers={await call.deps.orderPapers(order)}
      mayCancel={may}
      mayChange={mayChangePerson(order, call.now).may}
      mayHaveInvoice={(await noInvoiceOf(call.deps, order, { reader: call.deps.read, now: call.now })) === null}
      done={doneIn(call.query, i18n)}
      downloadLink={confirmationLink(call.deps, order, call.now)}
      waitlist={await call.deps.orderWaitlistPart(order, i18n, null)}
      transfers={await call.deps.orderTransferPart(order, i18n)}
      withdrawal={await call.deps.orderWithdrawalPart(order, i18n, null)}
      results={await call.deps.orderResultsPart(order, i18n)}
      i18n={i18n}
      problem={problem}
    />,
    headOfOrder(order, i18n.t('orders.number', { orderNumber: order.orderNumber })),
    status,
  );
}

/** What a form before this page did. */
function doneIn(query: URLSearchParams, i18n: Translator): string | null {
  const done = query.get('saved');
  return done === 'person' || done === 'invoiceAddress' || done === 'account' || done === 'publicName'
    ? i18n.t(`ownOrder.saved.${done}`)
    : null;
}

/** The page that was asked for, or the last one there is. Only its orders are read. */
async function showMyOrders(call: PageCall<'order.list'>): Promise<Response> {
  const { deps, viewer, i18n } = call;
  const wanted = Math.max(1, Math.min(100_000, Math.trunc(Number(call.query.get('page'))) || 1));
  const list = (page: number) =>
    listOwnOrders(deps, { offset: (page - 1) * ordersAPage, limit: ordersAPage }, viewer.userId);
  const first = await list(wanted);
  const pages = Math.max(1, Math.ceil(first.count / ordersAPage));
  const page = Math.min(wanted, pages);
  const { ids } = page === wanted ? first : await list(page);
  const orders = [];
  for (const order of await ordersOf(deps.read, ids)) {
    // Only where money is on its way something may be to do; reading it for all would cost most of the page's time.
    const comes = order.status === 'pending' || order.paymentStatus === 'pending';
    const waits = comes || order.refundStatus === 'pending' || order.refundStatus === 'failed';
    orders.push({ order, money: waits ? await deps.orderMoney(order) : null });
  }
  return call.render(<MyOrdersPage orders={orders} page={page} pages={pages} i18n={i18n} />, {
    title: i18n.t('ui.nav.myOrders'),
    noIndex: true,
  });
}

export const orderPages: readonly PageRoute[] = [
  ...proofPages,
  ...memberPages,
  page({ method: 'get', path: '/orders', may: 'order.list', load: ownAccount }, showMyOrders),
  page({ method: 'get', path: '/orders/{orderId}', ...readsOwnOrder }, (call) => showOrder(call, call.record, null)),
  page({ method: 'get', path: '/orders/{orderId}/cancel', ...readsOwnOrder }, async (call) => {
    const order = call.record;
    const { may, kept } = ownCancellation(order, order.event.startTimestamp, call.now);
    if (!may) return call.redirect(`/orders/${order.id}`);
    const i18n = wordsOfOrder(order, call.i18n.locale);
    return call.render(
      <CancelPage order={order} money={await call.deps.orderMoney(order)} kept={kept} i18n={i18n} />,
      headOfOrder(order, i18n.t('orders.cancel.title')),
    );
  }),
  page(
    { method: 'post', path: '/orders/{orderId}/cancel', may: 'order.change', load: loadOrderToCancel },
    async (call) => {
      const orderId = call.record.id;
      try {
        await call.deps.write((work) => cancelOwnOrder(work, call.deps, call.viewer, orderId));
        return call.redirect(`/orders/${orderId}`);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'CANT_CANCEL_ORDER') throw error;
        const order = await requireOwnOrder(call.deps.read, call.viewer, orderId);
        return showOrder(call, order, call.i18n.t('problem.CANT_CANCEL_ORDER'), 409);
      }
    },
  ),
  orderByLink,
  ...completedPages,
  ...participantPages,
  ...invoiceAddressPages,
  page({ method: 'get', path: '/documents/order-confirmation/{orderId}', may: 'document.open' }, async (call) => {
    const orderId = call.params.orderId;
    const version = versionOfLink(call.deps.signer, confirmationPath(orderId), call.query, call.now);
    const order = (version === null ? null : await orderOf(call.deps.read, orderId)) ?? refuse('NOT_FOUND');
    // Of an order that was given to another address since there is nothing here for whoever had it.
    if (order.linkVersion !== version) return refuse('NOT_FOUND');
    const bytes = await confirmationPdf(call.deps, order, call.viewer?.visitId ?? `order ${orderId}`);
    const name = confirmationFileName(order);
    return pdfResponse(new Uint8Array(bytes), name);
  }),
];
