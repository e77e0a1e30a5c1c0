import type { ReactElement } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Empty } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import { asked } from '../public/paths.ts';
import type { Line } from '../read-lines.ts';
import { statusText, timeText } from '../words.ts';
import { managePath, namesPath } from './paths.ts';

export const linesOnAPage = 100;

export type NamesView = {
  catalog: Catalog;
  competition: CatalogCompetition;
  lines: readonly Line[];
  count: number;
  q: string;
  page: number;
  pages: number;
  isSaved: boolean;
  i18n: Translator;
};

/** Results of a competition with a button each to hide or show the name. */
export function NamesPage(view: NamesView): ReactElement {
  const { catalog, competition, lines, count, q, page, pages, isSaved, i18n } = view;
  const { csrfToken } = usePage();
  const { t } = i18n;
  const path = namesPath(catalog.event.id, competition.id);
  return (
    <>
      <p>
        <a href={managePath(catalog.event.id)}>{t('results.imports.back')}</a>
      </p>
      {isSaved ? (
        <Alert tone="good" focused>
          {t('ownOrder.saved.publicName')}
        </Alert>
      ) : null}
      <p>{t('results.names.about')}</p>
      <Form method="get" action={path} csrfToken={null} className="filter result-filter" role="search">
        <TextField
          name="q"
          label={t('results.filter.q')}
          type="search"
          defaultValue={q}
          placeholder={t('results.filter.qHint')}
          maxLength={100}
        />
        <Button look="quiet">{t('results.filter.show')}</Button>
      </Form>
      <p className="soft" role="status">
        {t('results.public.count', { count })}
      </p>
      <Table
        caption={t('results.names.title')}
        captionHidden
        cards="compact"
        columns={columnsOf(view, csrfToken)}
        rows={lines}
        rowKey={({ id }) => id}
        empty={<Empty title={t(q === '' ? 'results.public.none' : 'results.filter.none')} />}
      />
      <Pager page={page} pages={pages} href={(to) => asked(path, { q }, to)} />
    </>
  );
}

function columnsOf({ catalog, competition, q, page, i18n }: NamesView, csrfToken: string | null): Column<Line>[] {
  const { t } = i18n;
  const path = namesPath(catalog.event.id, competition.id);
  return [
    { key: 'name', title: t('results.column.name'), cell: ({ name }) => name || '–', heading: true, card: 'start' },
    {
      key: 'time',
      title: t('results.column.time'),
      cell: ({ status, timeMs }) =>
        status === 'finished' && timeMs !== null
          ? timeText(timeMs, timeMs % 1000 === 0 ? 0 : 1, i18n)
          : statusText(status, i18n),
      align: 'end',
      isShort: true,
      card: 'end',
    },
    {
      key: 'bib',
      title: t('results.column.bib'),
      cell: ({ bib }) => bib ?? '–',
      align: 'end',
      isEmpty: ({ bib }) => bib === null,
      card: 'rest',
    },
    {
      key: 'club',
      title: t('results.column.club'),
      cell: ({ club }) => club ?? '–',
      isEmpty: ({ club }) => club === null,
      card: 'rest',
    },
    {
      key: 'starter',
      title: t('results.preview.starter'),
      cell: ({ participantId }) => t(participantId === null ? 'results.preview.guest' : 'results.names.registered'),
      card: 'rest',
    },
    {
      key: 'state',
      title: t('results.names.state'),
      cell: ({ isNamed }) => (
        <Badge tone={isNamed ? 'good' : 'neutral'}>{t(isNamed ? 'results.names.named' : 'results.anonymous')}</Badge>
      ),
      card: 'foot',
    },
    {
      key: 'say',
      title: t('results.names.change'),
      cell: ({ id, name, bib, isNamed }) => (
        <PostButton
          action={`${path}/${id}`}
          csrfToken={csrfToken}
          fields={{ isShown: isNamed ? 'false' : 'true', q, page: String(page) }}
          look="quiet"
          small
        >
          {t(isNamed ? 'results.name.hide' : 'results.name.show')}
          <span className="visually-hidden"> {name || bib}</span>
        </PostButton>
      ),
      card: 'foot',
    },
  ];
}
