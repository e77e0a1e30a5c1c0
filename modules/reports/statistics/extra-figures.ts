import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFormat, tableFileOf, tableResponse } from '#src/files/tables/table-file.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Span } from '../rules/days.ts';
import { cellsOf, type Figures, figuresOf } from './figures.tsx';
import type { ArticleSale, ViewRow, VoucherUse } from './read-extras.ts';
import type { OrderPayments } from './read-order-payments.ts';
import { overTime } from './sales-figures.tsx';

export const viewColumns = (i18n: Translator): FileColumn<ViewRow>[] => [
  { title: i18n.t('statistics.column.date'), kind: 'date', of: ({ date }) => date },
  { title: i18n.t('statistics.column.eventId'), kind: 'number', of: ({ eventId }) => eventId },
  { title: i18n.t('statistics.column.event'), kind: 'text', of: ({ eventTitle }) => eventTitle },
  { title: i18n.t('statistics.column.views'), kind: 'number', of: ({ views }) => views },
];

export const viewsFile = (
  rows: readonly ViewRow[],
  format: TableFormat,
  { i18n, deps }: { i18n: Translator; deps: Pick<Deps, 'log'> },
): Response =>
  tableResponse(
    tableFileOf<ViewRow>({ name: 'event-views', locale: i18n.locale, columns: viewColumns(i18n) }, rows),
    format,
    deps.log,
  );

export function articleFigures(rows: readonly ArticleSale[], i18n: Translator, isOfAll = false): Figures {
  const column = (name: 'event' | 'article' | 'variant' | 'sold' | 'available' | 'revenue') =>
    i18n.t(`statistics.column.${name}`);
  return figuresOf<ArticleSale>(
    {
      name: 'articles',
      title: i18n.t(isOfAll ? 'statistics.articlesOfAll' : 'statistics.articles'),
      empty: i18n.t('statistics.nothingYet'),
    },
    [
      ...(isOfAll ? [{ title: column('event'), kind: 'text' as const, of: (row: ArticleSale) => row.eventTitle }] : []),
      { title: column('article'), kind: 'text', of: ({ name }) => name },
      { title: column('variant'), kind: 'text', of: ({ variantName }) => variantName },
      { title: column('sold'), kind: 'number', of: ({ sold }) => sold },
      { title: column('available'), kind: 'number', of: ({ available }) => available },
      { title: column('revenue'), kind: 'money', of: ({ revenue }) => revenue },
    ],
    rows,
    ({ sold }) => sold,
  );
}

export function voucherFigures(rows: readonly VoucherUse[], i18n: Translator): Figures {
  const column = (name: 'voucher' | 'codes' | 'codesUsed' | 'orders' | 'discount') =>
    i18n.t(`statistics.column.${name}`);
  return figuresOf<VoucherUse>(
    { name: 'vouchers', title: i18n.t('statistics.vouchers'), empty: i18n.t('statistics.nothingYet') },
    [
      { title: column('voucher'), kind: 'text', of: ({ name }) => name },
      { title: column('codes'), kind: 'number', of: ({ codes }) => codes },
      { title: column('codesUsed'), kind: 'number', of: ({ codesUsed }) => codesUsed },
      { title: column('orders'), kind: 'number', of: ({ orders }) => orders },
      { title: column('discount'), kind: 'money', of: ({ discount }) => discount },
    ],
    rows,
    ({ orders }) => orders,
  );
}

/** The file of all events names the event. */
export function viewFigures(rows: readonly ViewRow[], span: Span, i18n: Translator, isOfAll = false): Figures {
  const figures = overTime(
    {
      name: 'views',
      measure: i18n.t('statistics.column.views'),
      kind: 'number',
      text: i18n.t('statistics.viewsText'),
    },
    span,
    rows.map(({ date, views }) => ({ date, value: views })),
    i18n,
  );
  return isOfAll ? { ...figures, file: cellsOf(viewColumns(i18n), rows) } : figures;
}

export function paymentFigures(rows: readonly OrderPayments[], year: number, i18n: Translator): Figures {
  const column = (name: 'month' | 'organizer' | 'method' | 'orders' | 'paid' | 'refunded') =>
    i18n.t(`statistics.column.${name}`);
  return figuresOf<OrderPayments>(
    {
      name: 'payments',
      title: i18n.t('statistics.payments', { year: String(year) }),
      text: i18n.t('statistics.paymentsText'),
      empty: i18n.t('statistics.nothing'),
    },
    [
      { title: column('month'), kind: 'text', of: ({ month }) => i18n.monthOf(month) },
      { title: column('organizer'), kind: 'text', of: ({ organizerName }) => organizerName },
      { title: column('method'), kind: 'text', of: ({ paymentMethod }) => methodText(paymentMethod, i18n) },
      { title: column('orders'), kind: 'number', of: ({ orders }) => orders },
      { title: column('paid'), kind: 'money', of: ({ paid }) => paid },
      { title: column('refunded'), kind: 'money', of: ({ refunded }) => refunded },
    ],
    rows,
    ({ paid }) => paid,
  );
}

export function methodText(method: string, i18n: Translator): string {
  const key = `payments.method.${method}`;
  if (method === '') return i18n.t('statistics.noMethod');
  return i18n.has(key) ? i18n.t(key) : method;
}
