import { versionOfLink } from '#src/access/versioned-links.ts';
import { behindMailedLink } from '#src/mail/mailed-link.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { refuse } from '../rules/problems.ts';
import { wordsOfOrder } from '../words.ts';
import { headOfOrder } from './completed-pages.tsx';
import { confirmationLink } from './confirmation.ts';
import { orderLinkPath } from './order-link.ts';
import { OrderPage } from './order-page.tsx';

type Call = PageCall<'document.open', 'orderId'>;

/** The order that was mailed to its buyer with this query. @throws Problem NOT_FOUND also when it has another buyer since */
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

/** The order as it stands, for whoever was mailed the link. The link is a secret, as that of a ticket's page. */
const show = async (call: Call): Promise<Response> => {
  const { deps, params, query, now } = call;
  const version = versionOfLink(deps.signer, orderLinkPath(params.orderId), query, now);
  const order = (version === null ? null : await orderOf(deps.read, params.orderId)) ?? refuse('NOT_FOUND');
  return behindMailedLink(await (order.linkVersion === version ? showOrder(call, order) : showReplaced(call)));
};

async function showOrder(call: Call, order: OrderRecord): Promise<Response> {
  const i18n = wordsOfOrder(order, call.i18n.locale);
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

/** The order has gone to another address since. */
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
