import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { exportFilePath, exportSource, type ListedExport, readExports } from './read-exports.ts';

export const exportsPath = '/admin/exports';
export const eventExportsPath = (eventId: number): string => `/admin/events/${eventId}/exports`;
/** The page that says that there is nothing of this kind yet. */
export const nothingPath = ({ kind, eventId }: Pick<ListedExport, 'kind' | 'eventId'>): string =>
  `${eventId === null ? exportsPath : eventExportsPath(eventId)}?nothing=${kind}`;

type AboutExports = ListAbout & {
  eventId: number | null;
};

const tones = { waiting: 'neutral', running: 'wait', done: 'good', failed: 'bad' } as const;

export const exportListing = {
  path: ({ eventId }) => (eventId === null ? exportsPath : eventExportsPath(eventId)),
  name: () => 'exports',
  rowsOnAPage: 25,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n, eventId }) => [
    {
      key: 'kind',
      title: i18n.t('exports.column.kind'),
      heading: true,
      text: ({ kind, format }) => `${i18n.t(`exports.kind.${kind}`)}, ${format.toUpperCase()}`,
    },
    ...(eventId === null
      ? [
          {
            key: 'event',
            title: i18n.t('exports.column.event'),
            text: ({ eventTitle }: ListedExport) => eventTitle ?? i18n.t('exports.allEvents'),
          },
        ]
      : []),
    {
      key: 'createdAt',
      title: i18n.t('exports.column.createdAt'),
      sortable: true,
      text: ({ createdAt }) => i18n.shortDateTime(createdAt),
    },
    {
      key: 'fromDate',
      title: i18n.t('exports.column.fromDate'),
      text: ({ fromDate }) => (fromDate ? i18n.calendarDate(fromDate) : ''),
    },
    {
      key: 'toDate',
      title: i18n.t('exports.column.toDate'),
      text: ({ toDate }) => (toDate ? i18n.calendarDate(toDate) : ''),
    },
    { key: 'creator', title: i18n.t('exports.column.creator'), text: ({ creatorEmail }) => creatorEmail },
    {
      key: 'progress',
      title: i18n.t('exports.column.progress'),
      cell: (row) => <Progress row={row} i18n={i18n} />,
    },
    {
      key: 'file',
      title: i18n.t('exports.column.file'),
      cell: (row) => <File row={row} i18n={i18n} />,
    },
  ],
  ...rowsOf(({ eventId }: AboutExports) => exportSource(eventId === null ? null : [eventId]), readExports),
  texts: {
    caption: 'exports.list.title',
    count: 'exports.count',
    empty: 'exports.none',
    emptyFiltered: 'exports.none',
  },
} as const satisfies Listing<ListedExport, AboutExports>;

type RowProps = { row: ListedExport; i18n: Translator };

function Progress({ row: { status, progress }, i18n }: RowProps): ReactElement {
  const name = i18n.t(`exports.status.${status}`);
  if (status !== 'running') return <Badge tone={tones[status]}>{name}</Badge>;
  return (
    <>
      <progress max={100} value={progress} aria-label={name} /> <span className="figures">{progress} %</span>
    </>
  );
}

function File({ row, i18n }: RowProps): ReactElement {
  const format = row.format.toUpperCase();
  if (row.fileName) {
    const label = i18n.t('exports.downloadOf', { format, kind: i18n.t(`exports.kind.${row.kind}`) });
    return (
      <a href={exportFilePath(row.id)} download="" aria-label={label}>
        {i18n.t('exports.download', { format })}
      </a>
    );
  }
  const why = `problem.${row.problem}`;
  return <>{row.problem && i18n.has(why) ? i18n.t(why) : '–'}</>;
}
