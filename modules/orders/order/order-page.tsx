import type { ReactElement } from 'react';
import type { OrderMoney } from '#src/kernel/order-money.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert, Badge, Card, Empty, Facts, statusTone } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Lines, OrderLines } from '../booking/check-page.tsx';
import type { OrderRecord } from '../read.ts';
import { addressLines, paymentWay } from './confirmation.tsx';
import { OrderBibs } from './order-bibs.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { ToDo } from './to-do.tsx';

export const StatusBadge = ({ order, words }: { order: Pick<OrderRecord, 'status'>; words: Words }) => (
  <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>
);

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
  money: OrderMoney;
  mayCancel: boolean;
  downloadLink: string;
  words: Words;
  problem?: string | null;
}): ReactElement {
  const { order, money, words, mayCancel, downloadLink, problem } = props;
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
      <OrderRefunds money={money} words={words} />
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
