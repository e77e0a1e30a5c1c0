import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { type ImportRecord, importSource, importsOf } from '../read-lines.ts';
import { importPath, importsPath } from './paths.ts';

export const importListing = {
  path: () => importsPath,
  name: () => 'imports',
  rowsOnAPage: 25,
  cards: 'compact',
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n }) => [
    {
      key: 'file',
      title: i18n.t('imports.history.file'),
      heading: true,
      cell: (row) => <a href={importPath(row.id)}>{row.fileName || row.format}</a>,
    },
    {
      key: 'at',
      title: i18n.t('imports.history.at'),
      card: 'label',
      text: (row) => i18n.shortDateTime(row.createdAt),
    },
    { key: 'format', title: i18n.t('imports.history.format'), card: 'none', text: (row) => row.format },
    {
      key: 'lines',
      title: i18n.t('imports.history.lines'),
      align: 'end',
      card: 'label',
      text: (row) => i18n.number(row.lines),
    },
    {
      key: 'new',
      title: i18n.t('imports.history.new'),
      align: 'end',
      card: 'label',
      text: (row) => i18n.number(row.newLines),
    },
    { key: 'editor', title: i18n.t('imports.history.editor'), card: 'rest', text: (row) => row.editor },
  ],
  ...rowsOf(() => importSource, importsOf),
  texts: {
    caption: 'imports.history.title',
    count: 'imports.history.count',
    empty: 'imports.history.none',
    emptyFiltered: 'imports.history.none',
  },
} as const satisfies Listing<ImportRecord, ListAbout>;
