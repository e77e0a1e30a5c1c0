import { methodLabel } from '#modules/payments/index.ts';
import { type FileColumn, wallCell } from '#src/files/tables/cells.ts';
import { type TableFile, tableFileOf } from '#src/files/tables/table-file.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import type { SettledOrder } from './read-orders.ts';

/** Every order of a settlement; columns add up to its figures. */
export function ordersFile(rows: readonly SettledOrder[], name: string, i18n: Translator): TableFile {
  const title = (key: string) => i18n.t(`settlement.orders.${key}` as MessageKey);
  const columns: FileColumn<SettledOrder>[] = [
    { title: title('order'), kind: 'number', of: ({ orderId }) => orderId },
    { title: title('date'), kind: 'moment', of: ({ orderDate }) => wallCell(orderDate, i18n.timeZone) },
    { title: title('status'), kind: 'text', of: ({ status }) => i18n.t(`ui.status.${status}` as MessageKey) },
    {
      title: title('method'),
      kind: 'text',
      of: ({ methods }) =>
        methods
          .split(',')
          .filter(Boolean)
          .map((code) => methodLabel(i18n, code))
          .join(', '),
    },
    { title: title('place'), kind: 'text', of: ({ place }) => i18n.t(`settlement.place.${place}`) },
    { title: title('received'), kind: 'money', of: ({ received }) => received },
    { title: title('refunded'), kind: 'money', of: ({ refunded }) => refunded },
    { title: title('tickets'), kind: 'number', of: ({ tickets }) => tickets },
    { title: title('ticketFee'), kind: 'money', of: ({ ticketFee }) => ticketFee },
    { title: title('vouchers'), kind: 'money', of: ({ vouchers }) => vouchers },
    { title: title('articles'), kind: 'money', of: ({ articles }) => articles },
  ];
  return tableFileOf({ name, locale: i18n.locale, columns }, rows);
}
