import { isOnlineMethod, methodNames } from '#src/kernel/payment-methods.ts';
import type { MessageKey, Words } from '#src/platform/locale.ts';
import { Badge, statusTone } from '#src/ui/display.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import type { GridColumn } from '#src/ui/grid.tsx';
import type { ListedOrder } from './listed-orders.ts';

/** How a way to pay is called; null: none was chosen yet. */
export function methodName(method: string | null, words: Words): string {
  if (method !== null && isOnlineMethod(method)) return methodNames[method];
  const key = `ordersAdmin.method.${method ?? 'none'}`;
  return words.t(words.has(key) ? key : 'ordersAdmin.method.other');
}

const mostNames = 3;
const firstOf = (names: readonly string[]): string =>
  (names.length > mostNames ? [...names.slice(0, mostNames), `+${names.length - mostNames}`] : names).join(', ');

/** The columns of the list, on the page and in the file. */
export function orderColumns(words: Words): GridColumn<ListedOrder>[] {
  const dateOf = (order: ListedOrder) => words.in(order.timeZone).shortDateTime(order.orderDate);
  const statusOf = (kind: 'payment' | 'refund', status: string | null) =>
    status === null ? '–' : words.t(`orderList.${kind}.${status}` as MessageKey);
  const titled = (name: string) => words.t(`orderList.column.${name}` as MessageKey);
  return [
    {
      key: 'id',
      title: words.t('ordersAdmin.column.number'),
      sortable: true,
      heading: true,
      cell: ({ id }) => <a href={`/admin/orders/${id}`}>{id}</a>,
      text: ({ id }) => String(id),
    },
    {
      key: 'orderDate',
      title: words.t('ordersAdmin.column.date'),
      sortable: true,
      cell: dateOf,
      text: dateOf,
    },
    {
      key: 'event',
      title: words.t('ordersAdmin.column.event'),
      cell: (order) => order.eventTitle,
      text: (order) => order.eventTitle,
    },
    {
      key: 'competition',
      title: titled('competition'),
      isLater: true,
      cell: (order) => order.competitions.join(', '),
      text: (order) => order.competitions.join(', '),
    },
    {
      key: 'email',
      title: words.t('ordersAdmin.column.buyer'),
      sortable: true,
      cell: (order) => order.email,
      text: (order) => order.email,
    },
    {
      key: 'people',
      title: words.t('ordersAdmin.column.people'),
      cell: (order) => firstOf(order.people),
      text: (order) => order.people.join(', '),
    },
    {
      key: 'totalPrice',
      title: words.t('ordersAdmin.column.total'),
      sortable: true,
      align: 'end',
      cell: (order) => words.money(order.totalPrice),
      text: (order) => formatCentsInput(order.totalPrice, words.locale),
    },
    {
      key: 'status',
      title: words.t('ordersAdmin.column.status'),
      sortable: true,
      cell: (order) => <Badge tone={statusTone(order.status)}>{words.t(`ui.status.${order.status}`)}</Badge>,
      text: (order) => words.t(`ui.status.${order.status}`),
    },
    {
      key: 'method',
      title: titled('method'),
      isLater: true,
      cell: (order) => methodName(order.paymentMethod, words),
      text: (order) => methodName(order.paymentMethod, words),
    },
    {
      key: 'paymentStatus',
      title: titled('paymentStatus'),
      isLater: true,
      cell: (order) => statusOf('payment', order.paymentStatus),
      text: (order) => statusOf('payment', order.paymentStatus),
    },
    {
      key: 'refund',
      title: titled('refund'),
      isLater: true,
      cell: (order) => statusOf('refund', order.refundStatus),
      text: (order) => statusOf('refund', order.refundStatus),
    },
    {
      key: 'refunded',
      title: titled('refunded'),
      isLater: true,
      align: 'end',
      cell: (order) => words.money(order.refundedPrice),
      text: (order) => formatCentsInput(order.refundedPrice, words.locale),
    },
    {
      key: 'language',
      title: titled('language'),
      isLater: true,
      cell: (order) => words.t(`orderList.language.${order.language}`),
      text: (order) => words.t(`orderList.language.${order.language}`),
    },
  ];
}
