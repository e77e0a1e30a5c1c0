import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod';
import { methodLabel } from '#modules/payments/index.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFile, tableFileOf, tableFormats, tableResponse } from '#src/files/tables/table-file.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateParts } from '#src/kernel/time.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import { cents } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { bookingOf, type MoneyMove } from '../rules/accounts.ts';
import { datevBytes, datevNumbers, datevText } from '../rules/datev.ts';
import { dayText } from '../span.ts';
import { type Days, moneyMoves } from './read-moves.ts';

/** Booking texts are German, like the chart of accounts. */
export const booked = (move: MoneyMove) => bookingOf(move, (method) => methodLabel(translatorFor('de'), method));

export function bookingsFile(moves: readonly MoneyMove[], { from, to }: Days, i18n: Translator): TableFile {
  type Row = { move: MoneyMove; booking: ReturnType<typeof booked> };
  const columns: FileColumn<Row>[] = [
    { title: i18n.t('accounting.column.date'), kind: 'date', of: ({ move }) => move.date },
    {
      title: i18n.t('accounting.column.kind'),
      kind: 'text',
      of: ({ move }) => i18n.t(`accounting.kind.${move.kind}`),
    },
    { title: i18n.t('accounting.column.organizer'), kind: 'text', of: ({ move }) => move.organizerName },
    { title: i18n.t('accounting.column.event'), kind: 'text', of: ({ move }) => move.eventTitle },
    { title: i18n.t('accounting.column.amount'), kind: 'money', of: ({ booking }) => booking.amount },
    { title: i18n.t('accounting.column.side'), kind: 'text', of: ({ booking }) => booking.side },
    { title: i18n.t('accounting.column.account'), kind: 'text', of: ({ booking }) => booking.account },
    { title: i18n.t('accounting.column.contra'), kind: 'text', of: ({ booking }) => booking.contra },
    { title: i18n.t('accounting.column.voucher'), kind: 'text', of: ({ booking }) => booking.voucher },
    { title: i18n.t('accounting.column.text'), kind: 'text', of: ({ booking }) => booking.text },
  ];
  const rows = moves.map((move) => ({ move, booking: booked(move) }));
  return tableFileOf({ name: `bookings-${from}-${to}`, locale: i18n.locale, columns }, rows);
}

const query = z.object({
  from: dayText,
  to: dayText,
  format: z.enum(['json', ...tableFormats, 'datev']).default('json'),
  consultant: z.coerce
    .number()
    .int()
    .min(datevNumbers.consultant.min)
    .max(datevNumbers.consultant.max)
    .default(1001)
    .describe('Consultant number (Beraternummer) for DATEV'),
  client: z.coerce
    .number()
    .int()
    .min(datevNumbers.client.min)
    .max(datevNumbers.client.max)
    .default(1)
    .describe('Client number (Mandantennummer) for DATEV'),
});

export const accountingApi = tagged('Settlements', [
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/accounting/bookings',
      may: 'payout.read',
      summary:
        'Exports the ledger entries of a period within one year: payments and refunds by day, event and payment method, settled fees, payouts. CSV, XLSX, or a DATEV batch (EXTF 700, Buchungsstapel 13).',
      query,
      answer: z.object({
        rows: z.array(
          z.object({
            date: z.string(),
            kind: z.enum(['payment', 'refund', 'fees', 'vouchers', 'articles', 'payout', 'payoutReturned']),
            organizerId: z.int().nullable(),
            organizerName: z.string(),
            eventTitle: z.string(),
            amount: cents,
            account: z.string(),
            contra: z.string(),
            side: z.enum(['S', 'H']).describe('Side of the account: S debit, H credit'),
          }),
        ),
      }),
    },
    async ({ deps, query: { from, to, format, consultant, client }, now, i18n }) => {
      if (from > to || dateParts(from).year !== dateParts(to).year)
        return refuseFields({ to: ['accounting.wrong.year'] });
      const moves = await moneyMoves(deps.read, { from, to }, now);
      if (format === 'json') {
        return {
          rows: moves.map((move) => {
            const { date, kind, organizerId, organizerName, eventTitle, amount } = move;
            const { account, contra, side } = booked(move);
            return { date, kind, organizerId, organizerName, eventTitle, amount, account, contra, side };
          }),
        };
      }
      if (format !== 'datev') return tableResponse(bookingsFile(moves, { from, to }, i18n), format, deps.log);
      const bookings = moves.map(booked);
      // DATEV allows 30 characters.
      const name = `Startblock ${from} ${to}`.replaceAll('-', '');
      const text = datevText({ createdAt: now, consultant, client, from, to, name, bookings });
      return new Response(datevBytes(text) as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'text/csv; charset=windows-1252',
          'content-disposition': contentDisposition(`EXTF_Buchungsstapel_${from}_${to}.csv`),
          'cache-control': 'private, no-store',
        },
      });
    },
  ),
]);
