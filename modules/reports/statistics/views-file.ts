import type { FileColumn } from '#src/files/tables/cells.ts';
import { type TableFormat, tableFileOf, tableResponse } from '#src/files/tables/table-file.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { ViewRow } from './read-views.ts';

export const viewColumns = (words: Translator): FileColumn<ViewRow>[] => [
  { title: words.t('statistics.column.date'), kind: 'date', of: ({ date }) => date },
  { title: words.t('statistics.column.eventId'), kind: 'number', of: ({ eventId }) => eventId },
  { title: words.t('statistics.column.event'), kind: 'text', of: ({ eventTitle }) => eventTitle },
  { title: words.t('statistics.column.views'), kind: 'number', of: ({ views }) => views },
];

export const viewsFile = (
  rows: readonly ViewRow[],
  format: TableFormat,
  { words, deps }: { words: Translator; deps: Pick<Deps, 'log'> },
): Response =>
  tableResponse(
    tableFileOf<ViewRow>({ name: 'event-views', locale: words.locale, columns: viewColumns(words) }, rows),
    format,
    deps.log,
  );
