import type { ReactElement } from 'react';
import { Alert, Card } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';
import { type ImportRecord, importSource, importsOf } from '../read-lines.ts';
import { importPath, importsPath, openLinesPath } from './paths.ts';

type Props = {
  list: ListData<ImportRecord, ListAbout>;
  openLines: number;
  error: string | null;
  notice: string | null;
};

export function ImportsPage({ list, openLines, error, notice }: Props): ReactElement {
  const { i18n, csrfToken } = usePage();
  return (
    <div className="stack">
      {notice ? <Alert tone="wait">{notice}</Alert> : null}
      {error ? (
        <Alert tone="bad" urgent focused title={i18n.t('imports.refused.title')}>
          {error}
        </Alert>
      ) : null}
      <Card title={i18n.t('imports.upload.title')}>
        <Form action={importsPath} csrfToken={csrfToken} encType="multipart/form-data">
          <p>{i18n.t('imports.upload.formats')}</p>
          <FileField
            name="file"
            label={i18n.t('imports.upload.file')}
            hint={i18n.t('imports.upload.hint')}
            choose={i18n.t('imports.upload.choose')}
            none={i18n.t('imports.upload.none')}
          />
          <div className="form-actions">
            <Button>{i18n.t('imports.upload.preview')}</Button>
          </div>
        </Form>
      </Card>
      {openLines > 0 ? (
        <Alert tone="wait" title={i18n.t('imports.open.waiting', { count: openLines })}>
          <ButtonLink href={openLinesPath} look="quiet" small>
            {i18n.t('imports.open.show')}
          </ButtonLink>
        </Alert>
      ) : null}
      <h2>{i18n.t('imports.history.title')}</h2>
      <List list={list} />
    </div>
  );
}

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
