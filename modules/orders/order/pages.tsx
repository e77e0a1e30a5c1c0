import type { ReactElement } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import { versionOfLink } from '#src/access/versioned-links.ts';
import { pdfResponse } from '#src/documents/document.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Card, Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Pager } from '#src/ui/table.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { readsOwnOrder, requireOwnOrder } from '../load.ts';
import { listOwnOrders } from '../order-list.ts';
import { StatusBadge } from '../order-parts.tsx';
import { nameOf, participantsOf } from '../people.ts';
import { type OrderRecord, orderOf, ordersOf, type ParticipantRecord, type TeamRecord } from '../read.ts';
import { mayBuyerCancelOne, mayBuyerChange } from '../rules/buyer-changes.ts';
import { ownCancellation } from '../rules/cancel-refund.ts';
import { isRightTeamSize } from '../rules/eligibility.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { refuse } from '../rules/problems.ts';
import { cancelOwnOrder, loadOrderToCancel } from './cancel-order.ts';
import { CancelPage } from './cancel-page.tsx';
import { completedPages, headOfOrder, orderByLink } from './completed-pages.tsx';
import { confirmationFileName, confirmationLink, confirmationPath, confirmationPdf } from './confirmation.ts';
import { invoiceAddressPages } from './invoice-address-pages.tsx';
import { memberPages } from './member-pages.tsx';
import { OrderPage } from './order-page.tsx';
import { AccountToDo } from './order-refunds.tsx';
import { invoicePath, participantPath } from './paths.ts';
import { OwnPersonPage, savePerson } from './person-form.tsx';
import { loadOwnPerson, mayChangePerson, type PersonPlace } from './person-input.ts';
import { proofPages } from './proof-pages.tsx';
import { noInvoiceReason } from './set-invoice-address.ts';
import { ToDo } from './to-do.tsx';

async function showOrder(
  call: PageCall<'order.read'>,
  order: OrderRecord,
  problem: string | null,
  status: 200 | 409 = 200,
) {
  const i18n = orderTranslator(order, call.i18n.locale);
  const { may } = ownCancellation(order, order.event.startTimestamp, call.now);
  return call.render(
    <OrderPage
      order={order}
      money={await call.deps.orderMoney(order)}
      papers={await call.deps.orderPapers(order)}
      mayCancel={may}
      mayChange={mayChangePerson(order, call.now).may}
      teamsWithRoom={await teamsWithRoom(call, order)}
      mayHaveInvoice={(await noInvoiceReason(call.deps, order, { reader: call.deps.read, now: call.now })) === null}
      done={doneMessage(call.query, i18n)}
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

/** Teams that the buyer may add people to. */
async function teamsWithRoom({ deps, now }: Pick<PageCall, 'deps' | 'now'>, order: OrderRecord): Promise<TeamRecord[]> {
  if (!mayBuyerChange(order, now)) return [];
  const catalog = await catalogOf(deps.read, order.eventId);
  return order.competitions.flatMap(({ id, teams }) => {
    const competition = catalog?.competitions.find((each) => each.id === id);
    if (competition?.type !== 'team') return [];
    return teams.filter(({ participants }) => isRightTeamSize(competition, participants.length + 1));
  });
}

function doneMessage(query: URLSearchParams, i18n: Translator): string | null {
  const done = query.get('saved');
  const key = `ownOrder.saved.${done}`;
  return done && i18n.has(key) ? i18n.t(key as MessageKey) : null;
}

/** A page beyond the end shows the last one. */
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
    // Money is read only for orders that may need an action; reading all would dominate the page's time.
    const comes = order.status === 'pending' || order.paymentStatus === 'pending';
    const waits = comes || order.refundStatus === 'pending' || order.refundStatus === 'failed';
    orders.push({ order, money: waits ? await deps.orderMoney(order) : null });
  }
  return call.render(<MyOrdersPage orders={orders} page={page} pages={pages} i18n={i18n} />, {
    title: i18n.t('ui.nav.myOrders'),
    noIndex: true,
  });
}

type ParticipantCall = PageCall<'order.change', 'orderId' | 'participantId', PersonPlace>;

async function showParticipant(call: ParticipantCall, state?: FormState): Promise<Response> {
  const place = call.record;
  const { order, person, competition, team } = place;
  const i18n = orderTranslator(order, call.i18n.locale);
  const isTransfer = await call.deps.needsTransfer(call.deps.read, { orderId: order.id, participantId: person.id });
  const title = i18n.t('ownOrder.person.title', { name: nameOf(person) });
  const back = { href: `/orders/${order.id}`, label: i18n.t('ownOrder.person.back') };
  return call.render(
    <OwnPersonPage
      {...{ place, state, title, back, i18n }}
      may={mayChangePerson(order, call.now).may}
      above={<a href={back.href}>{i18n.t('orders.number', { orderNumber: order.orderNumber })}</a>}
      below={[competition.title, team.teamName].filter(Boolean).join(' · ')}
      action={participantPath(order.id, person.id)}
      more={<PersonChanges order={order} person={person} now={call.now} i18n={i18n} />}
      emailHint={i18n.t('ownOrder.person.emailHint')}
      transferHref={isTransfer ? call.deps.transferPagePath(order.id, person.id) : null}
    />,
    headOfOrder(order, title),
    formStatus(state),
  );
}

/** What the event lets the buyer change besides the data. */
function PersonChanges(props: {
  order: OrderRecord;
  person: ParticipantRecord;
  now: Instant;
  i18n: Translator;
}): ReactElement | null {
  const { order, person, now, i18n } = props;
  const base = participantPath(order.id, person.id);
  if (!mayBuyerChange(order, now)) return null;
  return (
    <div className="row">
      <ButtonLink look="quiet" small href={`${base}/articles`}>
        {i18n.t('orderActions.person.changeArticle')}
      </ButtonLink>
      {mayBuyerCancelOne(order, participantsOf(order).length, now) ? (
        <ButtonLink look="quiet" small href={`${base}/cancel`}>
          {i18n.t('orderActions.person.cancel')}
        </ButtonLink>
      ) : null}
    </div>
  );
}

const participantPages = formPages({
  path: '/orders/{orderId}/participants/{participantId}',
  may: 'order.change',
  mayRead: 'order.read',
  load: loadOwnPerson,
  loadData: (call: ParticipantCall) => call,
  show: showParticipant,
  save: (call) =>
    savePerson(call, call.record, {
      by: 'owner',
      editorId: call.viewer.userId,
      to: `/orders/${call.record.order.id}?saved=person`,
    }),
});

export const orderPages: readonly PageRoute[] = [
  ...proofPages,
  ...memberPages,
  page({ method: 'get', path: '/orders', may: 'order.list', load: ownAccount }, showMyOrders),
  page({ method: 'get', path: '/orders/{orderId}', ...readsOwnOrder }, (call) => showOrder(call, call.record, null)),
  page({ method: 'get', path: '/orders/{orderId}/cancel', ...readsOwnOrder }, async (call) => {
    const order = call.record;
    const { may, retained } = ownCancellation(order, order.event.startTimestamp, call.now);
    if (!may) return call.redirect(`/orders/${order.id}`);
    const i18n = orderTranslator(order, call.i18n.locale);
    return call.render(
      <CancelPage order={order} money={await call.deps.orderMoney(order)} retained={retained} i18n={i18n} />,
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
    // Links of a former buyer open nothing.
    if (order.linkVersion !== version) return refuse('NOT_FOUND');
    const bytes = await confirmationPdf(call.deps, order, call.viewer?.visitId ?? `order ${orderId}`);
    const name = confirmationFileName(order);
    return pdfResponse(new Uint8Array(bytes), name);
  }),
];

export const ordersAPage = 20;
const maxNamed = 8;

type MyOrders = {
  orders: readonly { order: OrderRecord; money: OrderMoney | null }[];
  page: number;
  pages: number;
  i18n: Translator;
};

export function MyOrdersPage({ orders, page, pages, i18n }: MyOrders): ReactElement {
  return (
    <div className="stack">
      <h1>{i18n.t('ui.nav.myOrders')}</h1>
      {orders.length === 0 ? (
        <Empty title={i18n.t('orders.my.none')} text={i18n.t('orders.my.noneText')}>
          <ButtonLink href="/">{i18n.t('ui.nav.events')}</ButtonLink>
        </Empty>
      ) : (
        <ul className="stack order-list">
          {orders.map(({ order, money }) => (
            <li key={order.id}>
              <OrderCard order={order} money={money} i18n={i18n.in(order.event.timeZone)} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} href={(to) => (to === 1 ? '/orders' : `/orders?page=${to}`)} />
    </div>
  );
}

function OrderCard({ order, money, i18n }: { order: OrderRecord; money: OrderMoney | null; i18n: Translator }) {
  const people = participantsOf(order);
  const names = people.slice(0, maxNamed).map((person) => nameOf(person));
  return (
    <Card>
      <ToDo order={order} money={money} i18n={i18n} />
      <AccountToDo order={order} money={money} i18n={i18n} />
      <div className="entry-head">
        <div>
          <h2>
            <a href={`/orders/${order.id}`}>{order.event.title}</a>
          </h2>
          <p className="soft">
            {i18n.weekdayDate(order.event.startTimestamp)} ·{' '}
            {i18n.t('orders.number', { orderNumber: order.orderNumber })}
          </p>
        </div>
        <p>
          <StatusBadge order={order} i18n={i18n} /> <strong>{i18n.money(order.totalPrice)}</strong>
        </p>
      </div>
      <p>
        {people.length > maxNamed
          ? i18n.t('ownOrder.list.more', { names: names.join(', '), count: people.length - maxNamed })
          : names.join(', ')}
      </p>
      {order.hasInvoice ? (
        <p>
          <a href={invoicePath(order.id)}>{i18n.t('ownOrder.papers.open')}</a>
        </p>
      ) : null}
    </Card>
  );
}
