import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import type { ImportRecord, NamedChange } from '../read-results.ts';
import type { ResultContent } from '../rules/result.ts';
import { statusText, timeText } from '../words.ts';
import { sourceText } from './manage-page.tsx';
import { importPath, managePath } from './paths.ts';

/** Changes of one import, before and after. */
export function ImportPage(props: {
  catalog: Catalog;
  record: ImportRecord;
  changes: readonly NamedChange[];
  page: number;
  pages: number;
  i18n: Translator;
}): ReactElement {
  const { catalog, record, changes, page, pages, i18n } = props;
  const { t } = i18n;
  const columns: Column<NamedChange>[] = [
    { key: 'name', title: t('results.column.name'), cell: ({ name }) => name || '–', heading: true, card: 'start' },
    { key: 'bib', title: t('results.column.bib'), cell: ({ after }) => after.bib ?? '–', align: 'end', card: 'end' },
    { key: 'before', title: t('results.imports.before'), cell: ({ before }) => said(before, i18n), card: 'rest' },
    { key: 'after', title: t('results.imports.after'), cell: ({ after }) => said(after, i18n), card: 'rest' },
  ];
  return (
    <>
      <p>
        <a href={managePath(catalog.event.id)}>{t('results.imports.back')}</a>
      </p>
      <p>
        {sourceText(record, i18n)} · {i18n.shortDateTime(record.createdAt)} ·{' '}
        {t('results.imports.countsText', { made: record.made, changed: record.changed })}
      </p>
      {record.undoneAt === null ? null : (
        <Alert tone="wait">{t('results.imports.undone', { at: i18n.shortDateTime(record.undoneAt) })}</Alert>
      )}
      <Table
        caption={t('results.imports.changes')}
        columns={columns}
        rows={changes}
        rowKey={({ resultId }) => resultId}
        empty={null}
      />
      <Pager
        page={page}
        pages={pages}
        href={(to) => `${importPath(catalog.event.id, record.id)}${to > 1 ? `?page=${to}` : ''}`}
      />
    </>
  );
}

function said(content: ResultContent | null, i18n: Translator): string {
  if (!content) return '–';
  const { status, timeMs, splits } = content;
  const time = status === 'finished' && timeMs !== null ? timeText(timeMs, 1, i18n) : statusText(status, i18n);
  return [time, ...splits.map((split) => `${split.name} ${timeText(split.timeMs, 0, i18n)}`)].join(' · ');
}
