import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFile, tableFileOf } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { MoneyMove } from '../rules/accounts.ts';
import { booked } from './booked.ts';
import type { Days } from './read-moves.ts';

/** The bookings as a table, for whoever keeps the books without DATEV. */
export function bookingsFile(moves: readonly MoneyMove[], { from, to }: Days, words: Translator): TableFile {
  type Row = { move: MoneyMove; booking: ReturnType<typeof booked> };
  const columns: FileColumn<Row>[] = [
    { title: words.t('accounting.column.date'), kind: 'date', of: ({ move }) => move.date },
    {
      title: words.t('accounting.column.kind'),
      kind: 'text',
      of: ({ move }) => words.t(`accounting.kind.${move.kind}`),
    },
    { title: words.t('accounting.column.organizer'), kind: 'text', of: ({ move }) => move.organizerName },
    { title: words.t('accounting.column.event'), kind: 'text', of: ({ move }) => move.eventTitle },
    { title: words.t('accounting.column.amount'), kind: 'money', of: ({ booking }) => booking.amount },
    { title: words.t('accounting.column.side'), kind: 'text', of: ({ booking }) => booking.side },
    { title: words.t('accounting.column.account'), kind: 'text', of: ({ booking }) => booking.account },
    { title: words.t('accounting.column.contra'), kind: 'text', of: ({ booking }) => booking.contra },
    { title: words.t('accounting.column.voucher'), kind: 'text', of: ({ booking }) => booking.voucher },
    { title: words.t('accounting.column.text'), kind: 'text', of: ({ booking }) => booking.text },
  ];
  const rows = moves.map((move) => ({ move, booking: booked(move) }));
  return tableFileOf({ name: `bookings-${from}-${to}`, locale: words.locale, columns }, rows);
}
