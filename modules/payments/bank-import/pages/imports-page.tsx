import type { ReactElement } from 'react';
import { Alert, Card, Empty } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import type { ImportRecord } from '../read-lines.ts';
import { importPath, importsPath, openLinesPath } from './paths.ts';

type Props = {
  imports: readonly ImportRecord[];
  page: number;
  pages: number;
  openLines: number;
  error: string | null;
  notice: string | null;
};

/** Where a bank's file is uploaded, what waits for a person, and what was imported. */
export function ImportsPage({ imports, page, pages, openLines, error, notice }: Props): ReactElement {
  const { words, csrfToken } = usePage();
  return (
    <div className="stack">
      {notice ? <Alert tone="wait">{notice}</Alert> : null}
      {error ? (
        <Alert tone="bad" urgent focused title={words.t('imports.refused.title')}>
          {error}
        </Alert>
      ) : null}
      <Card title={words.t('imports.upload.title')}>
        <Form action={importsPath} csrfToken={csrfToken} encType="multipart/form-data">
          <p>{words.t('imports.upload.formats')}</p>
          <FileField
            name="file"
            label={words.t('imports.upload.file')}
            hint={words.t('imports.upload.hint')}
            choose={words.t('imports.upload.choose')}
            none={words.t('imports.upload.none')}
          />
          <Button>{words.t('imports.upload.preview')}</Button>
        </Form>
      </Card>
      {openLines > 0 ? (
        <Alert tone="wait" title={words.t('imports.open.waiting', { count: openLines })}>
          <ButtonLink href={openLinesPath} look="quiet" small>
            {words.t('imports.open.show')}
          </ButtonLink>
        </Alert>
      ) : null}
      <h2>{words.t('imports.history.title')}</h2>
      <Table
        caption={words.t('imports.history.title')}
        captionHidden
        columns={[
          {
            key: 'file',
            title: words.t('imports.history.file'),
            heading: true,
            cell: (row) => <a href={importPath(row.id)}>{row.fileName || row.format}</a>,
          },
          { key: 'at', title: words.t('imports.history.at'), cell: (row) => words.shortDateTime(row.createdAt) },
          { key: 'format', title: words.t('imports.history.format'), cell: (row) => row.format },
          {
            key: 'lines',
            title: words.t('imports.history.lines'),
            align: 'end',
            cell: (row) => words.number(row.lines),
          },
          {
            key: 'new',
            title: words.t('imports.history.new'),
            align: 'end',
            cell: (row) => words.number(row.newLines),
          },
          { key: 'editor', title: words.t('imports.history.editor'), cell: (row) => row.editor },
        ]}
        rows={imports}
        rowKey={(row) => row.id}
        empty={<Empty title={words.t('imports.history.none')} />}
      />
      <Pager page={page} pages={pages} href={(to) => `${importsPath}?page=${to}`} />
    </div>
  );
}
