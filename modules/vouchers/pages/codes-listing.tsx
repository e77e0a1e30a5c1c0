import { desc } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { type CodeRow, codeSource, readCodes, type TypeRow } from '../read-management.ts';
import { type VoucherStatus, voucherStatuses } from '../rules/voucher.ts';
import { vouchers } from '../schema.ts';
import { codesPath } from './type-head.tsx';

export const tones = { ready: 'good', used: 'neutral', deactivated: 'bad' } as const satisfies Record<
  VoucherStatus,
  string
>;
const statusName = (status: string, i18n: Translator) => i18n.t(`vouchers.status.${status}` as MessageKey);

type AboutCodes = ListAbout & { type: TypeRow };

/** Newest first. */
export const codesListing = {
  path: ({ type }) => codesPath(type.eventId, type.id),
  file: ({ type }) => ({
    path: `${codesPath(type.eventId, type.id)}/export`,
    name: `codes-${type.eventId}-${type.id}`,
  }),
  name: () => 'voucher-codes',
  rowsOnAPage: 50,
  first: { field: 'createdAt', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'vouchers.codes.search' },
    status: {
      as: 'choice',
      label: 'vouchers.codes.status',
      none: 'vouchers.codes.anyStatus',
      values: voucherStatuses,
      say: statusName,
    },
  },
  columns: ({ i18n }) => [
    {
      key: 'code',
      title: i18n.t('vouchers.codes.code'),
      heading: true,
      sortable: true,
      cell: ({ code }) => <span className="voucher-code">{code}</span>,
      text: ({ code }) => code,
    },
    {
      key: 'status',
      title: i18n.t('vouchers.codes.status'),
      sortable: true,
      cell: ({ status }) => <Badge tone={tones[status]}>{statusName(status, i18n)}</Badge>,
      text: ({ status }) => statusName(status, i18n),
    },
    {
      key: 'usedIn',
      title: i18n.t('vouchers.codes.usedIn'),
      fileTitle: i18n.t('vouchers.types.orders'),
      cell: (row) => <UsedIn row={row} i18n={i18n} />,
      text: ({ orderIds }) => orderIds.join(', '),
    },
    {
      key: 'discount',
      title: i18n.t('vouchers.codes.discount'),
      fileTitle: i18n.t('vouchers.codes.discountEuro'),
      align: 'end',
      cell: ({ orderIds, discountAmount }) =>
        orderIds.length > 0 ? <span className="figures">{i18n.money(discountAmount)}</span> : '–',
      text: ({ discountAmount }) => formatCentsInput(discountAmount, i18n.locale),
      typed: { kind: 'money', of: ({ discountAmount }) => discountAmount },
    },
    {
      key: 'createdAt',
      title: i18n.t('vouchers.codes.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => i18n.shortDate(createdAt),
    },
  ],
  ...rowsOf(({ type }: AboutCodes) => codeSource(type.id, [desc(vouchers.createdAt), desc(vouchers.id)]), readCodes),
  texts: {
    caption: 'vouchers.codes.list',
    count: 'vouchers.codes.found',
    empty: 'vouchers.codes.none',
    emptyFiltered: 'vouchers.codes.noMatch',
  },
} as const satisfies Listing<CodeRow, AboutCodes>;

/** Orders shown per code. */
const maxOrders = 3;

export function UsedIn({ row, i18n }: { row: CodeRow; i18n: Translator }): ReactElement {
  const { orderIds } = row;
  if (orderIds.length === 0) return <>–</>;
  const more = orderIds.length - maxOrders;
  return (
    <span className="used-in">
      {orderIds.slice(0, maxOrders).map((orderId) => (
        <a key={orderId} href={`/admin/orders/${orderId}`}>
          {i18n.t('vouchers.codes.order', { orderNumber: String(orderId) })}
        </a>
      ))}
      {more > 0 ? <span>{i18n.t('vouchers.codes.more', { count: more })}</span> : null}
    </span>
  );
}
