import { wallCell } from '#src/files/tables/cells.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { formatCentsInput } from '#src/ui/format.ts';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { methodLabel } from '../pages/method-label.ts';
import { adminOrderPath } from '../paths.ts';
import { type EventEntry, eventEntrySource, type Period, readEntries } from './read-event-payments.ts';

export type AboutEntries = ListAbout & { eventId: number; period: Period };

const pagePath = (eventId: number): string => `/admin/events/${eventId}/payouts`;
export const payoutsPath = (eventId: number, period: Period): string => `${pagePath(eventId)}?by=${period}`;

const kindName = (kind: string, i18n: Translator) => i18n.t(`payouts.kind.${kind}` as MessageKey);
const signed = ({ kind, amount }: EventEntry): Cents => (kind === 'payment' ? amount : cents(-amount));

export const entryListing = {
  path: ({ eventId, period }) => payoutsPath(eventId, period),
  file: ({ eventId }) => ({ path: `${pagePath(eventId)}.csv`, name: `payments-${eventId}` }),
  name: () => 'payments',
  rowsOnAPage: 25,
  beside: true,
  cards: 'compact',
  first: { field: 'id', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'payouts.search' },
    kind: {
      as: 'choice',
      label: 'payouts.column.kind',
      values: ['payment', 'refund'],
      say: kindName,
    },
  },
  columns: ({ i18n }) => [
    {
      key: 'orderId',
      title: i18n.t('payouts.column.order'),
      heading: true,
      sortable: true,
      cell: ({ orderId }) => (
        <a href={adminOrderPath(orderId)} data-opens="">
          {orderId}
        </a>
      ),
      text: ({ orderId }) => String(orderId),
    },
    {
      key: 'createdAt',
      title: i18n.t('payouts.column.at'),
      sortable: true,
      card: 'start',
      text: (entry) => i18n.shortDateTime(entry.createdAt),
      typed: { kind: 'moment', of: ({ createdAt }) => wallCell(createdAt, i18n.timeZone) },
    },
    {
      key: 'kind',
      title: i18n.t('payouts.column.kind'),
      text: ({ kind }) => kindName(kind, i18n),
    },
    {
      key: 'method',
      title: i18n.t('payouts.column.method'),
      sortable: true,
      text: ({ method }) => methodLabel(i18n, method),
    },
    {
      key: 'amount',
      title: i18n.t('payouts.column.amount'),
      card: 'end',
      align: 'end',
      cell: (entry) => i18n.money(signed(entry)),
      text: (entry) => formatCentsInput(signed(entry), i18n.locale),
      typed: { kind: 'money', of: signed },
    },
    {
      key: 'reference',
      title: i18n.t('payouts.column.reference'),
      isLater: true,
      cell: ({ reference }) => <span className="breakable">{reference}</span>,
      text: ({ reference }) => reference,
    },
  ],
  ...rowsOf(({ eventId }: AboutEntries) => eventEntrySource(eventId), readEntries),
  texts: {
    caption: 'payouts.entries',
    count: 'payouts.count',
    empty: 'payouts.none',
    emptyFiltered: 'payouts.noMatch',
  },
} as const satisfies Listing<EventEntry, AboutEntries>;
