import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFormat, tableFileOf, tableResponse } from '#src/files/tables/table-file.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { ViewRow } from './read-views.ts';

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
