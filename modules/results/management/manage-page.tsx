import type { ReactElement, ReactNode } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, Empty } from '#src/ui/display.tsx';
import { CheckboxField, FileField, SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { competitionResultsPath, startListPath } from '../public/paths.ts';
import type { CompetitionLists, EventLists, ImportRecord } from '../read-results.ts';
import { listsForm } from './forms.ts';
import { competitionPath, importPath, managePath, namesPath } from './load-competition.ts';

export type ManageView = {
  catalog: Catalog;
  lists: EventLists;
  competitions: readonly { competition: CatalogCompetition; lists: CompetitionLists; count: number }[];
  imports: readonly ImportRecord[];
  lastImport: number | null;
  state?: FormState | undefined;
  error: string | null;
  notice: string | null;
  i18n: Translator;
};

export function ManagePage(view: ManageView): ReactElement {
  const { error, notice, i18n } = view;
  return (
    <>
      {notice ? (
        <Alert tone="good" focused>
          {notice}
        </Alert>
      ) : null}
      {error ? (
        <Alert tone="bad" urgent focused title={i18n.t('results.import.refused')}>
          {error}
        </Alert>
      ) : null}
      <Competitions {...view} />
      <UploadCard {...view} />
      <Imports {...view} />
      <StartListCard {...view} />
    </>
  );
}

function Competitions({ catalog, competitions, i18n }: ManageView): ReactElement {
  const { t } = i18n;
  const columns: Column<ManageView['competitions'][number]>[] = [
    {
      key: 'title',
      title: t('results.column.competition'),
      cell: ({ competition }) => <a href={competitionPath(catalog.event.id, competition.id)}>{competition.title}</a>,
      heading: true,
      card: 'start',
    },
    { key: 'count', title: t('results.title'), cell: ({ count }) => i18n.number(count), align: 'end', card: 'end' },
    {
      key: 'state',
      title: t('results.manage.state'),
      cell: ({ lists }) =>
        lists.publishedAt === null ? (
          <Badge tone="wait">{t('results.manage.hidden')}</Badge>
        ) : (
          <Badge tone="good">{t('results.manage.published')}</Badge>
        ),
      card: 'rest',
    },
    {
      key: 'public',
      title: t('results.manage.look'),
      cell: ({ competition, lists }) => (
        <a href={competitionResultsPath(catalog.event.id, competition.id)}>
          {t(lists.publishedAt === null ? 'results.manage.preview' : 'results.manage.public')}
          <span className="visually-hidden"> {competition.title}</span>
        </a>
      ),
      card: 'foot',
    },
    {
      key: 'names',
      title: t('results.names.title'),
      cell: ({ competition, count }) =>
        count === 0 ? (
          '–'
        ) : (
          <a href={namesPath(catalog.event.id, competition.id)}>
            {t('results.names.link')}
            <span className="visually-hidden"> {competition.title}</span>
          </a>
        ),
      isEmpty: ({ count }) => count === 0,
      card: 'foot',
    },
  ];
  return (
    <Table
      caption={t('results.manage.competitions')}
      columns={columns}
      rows={competitions}
      rowKey={({ competition }) => competition.id}
      empty={<Empty title={t('results.manage.noCompetitions')} />}
    />
  );
}

function UploadCard({ catalog, i18n }: ManageView): ReactElement {
  const { csrfToken } = usePage();
  const { t } = i18n;
  return (
    <Card title={t('results.import.title')}>
      <Form action={`${managePath(catalog.event.id)}/files`} csrfToken={csrfToken} encType="multipart/form-data">
        <p>{t('results.import.formats')}</p>
        <FileField
          name="file"
          label={t('results.import.file')}
          hint={t('results.import.hint')}
          choose={t('results.import.choose')}
          none={t('results.import.noFile')}
        />
        <ImportOptionFields catalog={catalog} competition="" takesGuests={false} i18n={i18n} />
        <div className="form-actions">
          <Button>{t('results.import.preview')}</Button>
        </div>
      </Form>
    </Card>
  );
}

export function ImportOptionFields(props: {
  catalog: Catalog;
  competition: string;
  takesGuests: boolean;
  i18n: Translator;
}): ReactElement {
  const { catalog, competition, takesGuests, i18n } = props;
  return (
    <>
      <SelectField
        name="competition"
        label={i18n.t('results.import.competition')}
        hint={i18n.t('results.import.competitionHint')}
        defaultValue={competition}
        placeholder={i18n.t('results.import.anyCompetition')}
        options={catalog.competitions.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      <CheckboxField
        name="guests"
        value="true"
        label={i18n.t('results.import.guests')}
        hint={i18n.t('results.import.guestsHint')}
        defaultChecked={takesGuests}
      />
    </>
  );
}

function Imports({ catalog, imports, lastImport, i18n }: ManageView): ReactElement | null {
  const { csrfToken } = usePage();
  const { t } = i18n;
  if (imports.length === 0) return null;
  const columns: Column<ImportRecord>[] = [
    {
      key: 'at',
      title: t('results.imports.at'),
      cell: (record) => <a href={importPath(catalog.event.id, record.id)}>{i18n.shortDateTime(record.createdAt)}</a>,
      heading: true,
      card: 'start',
    },
    { key: 'what', title: t('results.imports.what'), cell: (record) => sourceText(record, i18n), card: 'rest' },
    {
      key: 'counts',
      title: t('results.imports.counts'),
      cell: ({ made, changed }) => t('results.imports.countsText', { made, changed }),
      card: 'rest',
    },
    { key: 'editor', title: t('results.imports.editor'), cell: ({ editor }) => editor ?? '–', card: 'foot' },
    {
      key: 'undo',
      title: t('results.imports.undo'),
      cell: ({ id, undoneAt, undoneUpTo }) =>
        undoneUpTo !== null ? (
          t('results.imports.undoing')
        ) : undoneAt !== null ? (
          t('results.imports.undone', { at: i18n.shortDateTime(undoneAt) })
        ) : id === lastImport ? (
          <PostButton action={`${importPath(catalog.event.id, id)}/undo`} csrfToken={csrfToken} look="quiet" small>
            {t('results.imports.undoButton')}
          </PostButton>
        ) : (
          '–'
        ),
      card: 'foot',
    },
  ];
  return (
    <>
      <h2>{t('results.imports.title')}</h2>
      <Table
        caption={t('results.imports.title')}
        captionHidden
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
        empty={null}
      />
    </>
  );
}

export const sourceText = ({ source, fileName }: ImportRecord, i18n: Translator): ReactNode =>
  fileName || i18n.t(`results.imports.source.${source}`);

function StartListCard({ catalog, lists, state, i18n }: ManageView): ReactElement {
  const { t } = i18n;
  return (
    <Card title={t('results.startList.title')}>
      <p>{t('results.startList.about')}</p>
      <SavingForm
        form={listsForm}
        record={{ showsStartList: lists.showsStartList }}
        state={state}
        i18n={i18n}
        action={`${managePath(catalog.event.id)}/lists`}
        look="quiet"
        actions={
          <ButtonLink look="plain" href={startListPath(catalog.event.id)}>
            {t(lists.showsStartList ? 'results.manage.public' : 'results.manage.preview')}
          </ButtonLink>
        }
      />
    </Card>
  );
}
