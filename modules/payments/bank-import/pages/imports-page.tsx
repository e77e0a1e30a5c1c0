import type { ReactElement } from 'react';
import { Alert, Card } from '#src/ui/display.tsx';
import { FileField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout } from '#src/web/list/listing.ts';
import type { ShownList } from '#src/web/list/show.ts';
import type { ImportRecord } from '../read-lines.ts';
import { importsPath, openLinesPath } from './paths.ts';

type Props = {
  list: ShownList<ImportRecord, ListAbout>;
  openLines: number;
  error: string | null;
  notice: string | null;
};

/** Where a bank's file is uploaded, what waits for a person, and what was imported. */
export function ImportsPage({ list, openLines, error, notice }: Props): ReactElement {
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
          <div className="form-actions">
            <Button>{words.t('imports.upload.preview')}</Button>
          </div>
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
      <List list={list} />
    </div>
  );
}
