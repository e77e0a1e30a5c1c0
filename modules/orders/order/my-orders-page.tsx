import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { Pager } from '#src/ui/table.tsx';
import { nameOf, participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import type { OrderMoney } from '../rules/order-money.ts';
import { StatusBadge } from '../status-badge.tsx';
import { AccountToDo } from './order-refunds.tsx';
import { invoicePath } from './paths.ts';
import { ToDo } from './to-do.tsx';

export const ordersAPage = 20;
/** Of a team of fifty only the first ones are named here. */
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
