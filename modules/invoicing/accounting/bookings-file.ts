import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFile, tableFileOf } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { MoneyMove } from '../rules/accounts.ts';
import { booked } from './booked.ts';
import type { Days } from './read-moves.ts';

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
