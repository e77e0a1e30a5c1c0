import type { ReactElement } from 'react';
import type { Words } from '#src/platform/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert, Badge, Card, Empty, Facts, statusTone } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Lines, OrderLines } from '../booking/check-page.tsx';
import type { OrderRecord } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';
import { addressLines, paymentWay } from './confirmation.tsx';

export const StatusBadge = ({ order, words }: { order: Pick<OrderRecord, 'status'>; words: Words }) => (
  <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>
);

/** Where check-in shows the ticket to whoever owns the order. */
const ticketOfOrderPath = (orderId: number, participantId: number) => `/orders/${orderId}/tickets/${participantId}`;

/** Start numbers of everybody in an order; once it is paid, each leads to its ticket. */
function OrderBibs({ order, words }: { order: OrderRecord; words: Words }): ReactElement {
  return (
    <div className="grid">
      {order.competitions.flatMap((competition) =>
        competition.teams.flatMap((team) =>
          team.participants.map((person) => (
            <Bib
              key={person.id}
              head={competition.title}
              headAside={words.shortDate(competition.timestamp)}
              figure={person.rrBib ?? String(person.id)}
              title={`${person.firstName} ${person.lastName}`}
              {...(isPaidStatus(order.status) ? { href: ticketOfOrderPath(order.id, person.id) } : {})}
              lines={[
                ...(team.teamName ? [team.teamName] : []),
                ...person.orderedArticleVariants.map((line) =>
                  words.t('orders.line.amountAndName', {
                    amount: line.quantity,
                    name: line.variantName ? `${line.name}, ${line.variantName}` : line.name,
                  }),
                ),
              ]}
              tone={order.status === 'canceled' ? 'over' : 'strong'}
            />
          )),
        ),
      )}
    </div>
  );
}

/** What is still to do, first of all. */
function ToDo({ order, words }: { order: OrderRecord; words: Words }): ReactElement | null {
  if (order.status !== 'pending') return null;
  const isTransfer = order.paymentMethod === 'bank';
  return (
    <Alert tone="wait" title={words.t(isTransfer ? 'orders.todo.transfer' : 'orders.todo.pay')}>
      {order.expiresAt ? <p>{words.t('orders.todo.until', { until: words.dateTime(order.expiresAt) })}</p> : null}
      <p>
        <ButtonLink
          href={isTransfer ? `/payment-in-advance/${order.id}` : `/events/${order.eventId}/payment?order=${order.id}`}
        >
          {words.t(isTransfer ? 'orders.todo.toTransfer' : 'orders.todo.toPayment')}
        </ButtonLink>
      </p>
    </Alert>
  );
}

export function CompletedPage({ order, words }: { order: OrderRecord | null; words: Words }): ReactElement {
  if (!order) {
    return (
      <div className="stack">
        <h1>{words.t('orders.completed.title')}</h1>
        <p className="lead">{words.t('orders.completed.mail')}</p>
        <p>
          <a href="/orders">{words.t('ui.nav.myOrders')}</a>
        </p>
      </div>
    );
  }
  const isPaid = isPaidStatus(order.status);
  return (
    <div className="stack">
      <h1>{words.t(isPaid ? 'orders.completed.title' : 'orders.completed.received')}</h1>
      <p className="lead">
        {words.t(isPaid ? 'orders.completed.text' : 'orders.completed.pending', { event: order.event.title })}
      </p>
      <ToDo order={order} words={words} />
      <OrderBibs order={order} words={words} />
      {isPaid ? <p>{words.t('orders.completed.mail')}</p> : null}
      <div className="form-actions">
        <ButtonLink look={isPaid ? 'main' : 'quiet'} href={`/orders/${order.id}`}>
          {words.t('orders.completed.toOrder')}
        </ButtonLink>
        <ButtonLink look="quiet" href={`/events/${order.eventId}`}>
          {words.t('orders.completed.toEvent')}
        </ButtonLink>
      </div>
    </div>
  );
}

export function MyOrdersPage({ orders, words }: { orders: OrderRecord[]; words: Words }): ReactElement {
  return (
    <div className="stack">
      <h1>{words.t('ui.nav.myOrders')}</h1>
      {orders.length === 0 ? (
        <Empty title={words.t('orders.my.none')} text={words.t('orders.my.noneText')}>
          <ButtonLink href="/">{words.t('ui.nav.events')}</ButtonLink>
        </Empty>
      ) : (
        <ul className="stack order-list">
          {orders.map((order) => (
            <li key={order.id}>
              <Card>
                <div className="entry-head">
                  <div>
                    <h2>
                      <a href={`/orders/${order.id}`}>{order.event.title}</a>
                    </h2>
                    <p className="soft">
                      {words.in(order.event.timeZone).weekdayDate(order.event.startTimestamp)} ·{' '}
                      {words.t('orders.number', { orderNumber: order.orderNumber })}
                    </p>
                  </div>
                  <p>
                    <StatusBadge order={order} words={words} /> <strong>{words.money(order.totalPrice)}</strong>
                  </p>
                </div>
                <p>
                  {order.competitions
                    .flatMap((competition) => competition.teams.flatMap((team) => team.participants))
                    .map((person) => `${person.firstName} ${person.lastName}`)
                    .join(', ')}
                </p>
                <ToDo order={order} words={words.in(order.event.timeZone)} />
              </Card>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function OrderPage(props: {
  order: OrderRecord;
  mayCancel: boolean;
  downloadLink: string;
  words: Words;
  problem?: string | null;
}): ReactElement {
  const { order, words, mayCancel, downloadLink, problem } = props;
  return (
    <div className="stack">
      <header className="entry-head">
        <div>
          <p className="soft">
            <a href={`/events/${order.eventId}`}>{order.event.title}</a>
          </p>
          <h1>{words.t('orders.number', { orderNumber: order.orderNumber })}</h1>
        </div>
        <p>
          <StatusBadge order={order} words={words} />
        </p>
      </header>
      {problem ? (
        <Alert tone="bad" urgent>
          {problem}
        </Alert>
      ) : null}
      <ToDo order={order} words={words} />
      <OrderBibs order={order} words={words} />
      <OrderLines items={order.orderItems} total={order.totalPrice} words={words} isOrdered />
      <Card title={words.t('orders.detail.title')}>
        <Facts
          facts={[
            { label: words.t('documents.order.orderDate'), value: words.dateTime(order.orderDate) },
            { label: words.t('documents.order.payment'), value: paymentWay(order, words) },
            ...(order.contactAddress
              ? [
                  {
                    label: words.t('orders.address.contact'),
                    value: <Lines lines={addressLines(order.contactAddress, words)} />,
                  },
                ]
              : []),
            ...(order.refundStatus
              ? [{ label: words.t('orders.detail.refund'), value: words.t(`orders.refund.${order.refundStatus}`) }]
              : []),
          ]}
        />
        <div className="form-actions">
          <ButtonLink look="quiet" href={downloadLink}>
            {words.t('orders.detail.confirmation')}
          </ButtonLink>
          {mayCancel ? (
            <ButtonLink look="plain" href={`/orders/${order.id}/cancel`}>
              {words.t('orders.cancel.button')}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
    </div>
  );
}

/** The question before a cancellation, with what it means in euros. */
export function CancelPage(props: { order: OrderRecord; refund: number; words: Words }): ReactElement {
  const { order, refund, words } = props;
  const { csrfToken } = usePage();
  return (
    <div className="stack">
      <h1>{words.t('orders.cancel.title')}</h1>
      <p className="lead">
        {words.t('orders.cancel.text', { event: order.event.title, orderNumber: order.orderNumber })}
      </p>
      <p>
        {order.status === 'pending'
          ? words.t('orders.cancel.nothingPaid')
          : words.t('orders.cancel.refund', {
              refund: words.money(refund),
              kept: words.money(order.totalPrice - refund),
            })}
      </p>
      <div className="form-actions">
        <PostButton action={`/orders/${order.id}/cancel`} csrfToken={csrfToken} look="danger">
          {words.t('orders.cancel.confirm')}
        </PostButton>
        <ButtonLink look="quiet" href={`/orders/${order.id}`}>
          {words.t('orders.cancel.keep')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** After the provider sent somebody back. Shows nothing of the order to who does not own it. */
export function ResultPage(props: { order: OrderRecord | null; orderId: number; success: boolean; words: Words }) {
  const { order, orderId, success, words } = props;
  return (
    <div className="stack">
      <h1>{words.t(success ? 'orders.result.success' : 'orders.result.fail')}</h1>
      <p className="lead">{words.t(success ? 'orders.result.successText' : 'orders.result.failText')}</p>
      {order ? <OrderBibs order={order} words={words} /> : null}
      <div className="form-actions">
        {order && !success && order.status === 'pending' ? (
          <ButtonLink href={`/events/${order.eventId}/payment?order=${orderId}`}>
            {words.t('orders.result.retry')}
          </ButtonLink>
        ) : null}
        <ButtonLink look={success ? 'main' : 'quiet'} href={order ? `/orders/${orderId}` : '/orders'}>
          {words.t('ui.nav.myOrders')}
        </ButtonLink>
      </div>
    </div>
  );
}
