import type { ReactElement } from 'react';
import { eventHead, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Empty } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import { postedText } from '#src/web/forms/own-form.ts';
import { page, type Route } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { setResultNameVisibility } from '../name-visibility.ts';
import { pathWithQuery } from '../public/paths.ts';
import { type Line, linesFound } from '../read-lines.ts';
import { choiceIn } from '../rules/visible-name.ts';
import { statusText, timeText } from '../words.ts';
import { type CompetitionCall, loadCompetition, loadResult, managePath, namesPath } from './load-competition.ts';

const linesOnAPage = 100;

type NamesView = {
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

function NamesPage(view: NamesView): ReactElement {
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
      <Pager page={page} pages={pages} href={(to) => pathWithQuery(path, { q }, to)} />
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

const path = '/admin/events/{event}/results/competitions/{competitionId}/names';
const ofCompetition = { may: 'result.manage', load: loadCompetition } as const;

async function showNames(call: CompetitionCall): Promise<Response> {
  const { deps, query } = call;
  const { catalog, competition } = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  const q = (query.get('q') ?? '').trim().slice(0, 100);
  const found = await linesFound(deps.read, catalog.event, competition, q);
  const pages = Math.max(1, Math.ceil(found.length / linesOnAPage));
  const at = Math.min(positive(query.get('page')) ?? 1, pages);
  return call.render(
    <div className="stack">
      <NamesPage
        {...{ catalog, competition, q, pages, i18n }}
        lines={found.slice((at - 1) * linesOnAPage, at * linesOnAPage)}
        count={found.length}
        page={at}
        isSaved={query.get('done') === 'saved'}
      />
    </div>,
    eventHead(catalog, i18n.t('results.names.of', { competition: competition.title })),
  );
}

export const namePages: readonly Route[] = [
  page({ method: 'get', path, ...ofCompetition }, showNames),
  page({ method: 'post', path: `${path}/{resultId}`, may: 'result.manage', load: loadResult }, async (call) => {
    const { deps, viewer, form, redirect } = call;
    const { catalog, competition, resultId } = call.record;
    const isShown = choiceIn(form);
    const eventId = catalog.event.id;
    await deps.write((work) => setResultNameVisibility(work, viewer, { eventId, resultId, isShown }));
    const back = { q: postedText(call, 'q').slice(0, 100), done: 'saved' };
    return redirect(pathWithQuery(namesPath(eventId, competition.id), back, positive(postedText(call, 'page')) ?? 1));
  }),
];
