import type { ReactElement } from 'react';
import { wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import { page } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { startListOf } from '../read-start-list.ts';
import { type StartListQuestion, type StartListRow, startersFor, startListSorts } from '../rules/start-list.ts';
import { eventWithStartList, publicHead } from './load-public.ts';
import { ListHead } from './parts.tsx';
import { pathWithQuery, startListPath } from './paths.ts';

const startersOnAPage = 100;

type StartListView = {
  catalog: Catalog;
  question: StartListQuestion;
  rows: readonly StartListRow[];
  count: number;
  unnamed: number;
  page: number;
  pages: number;
  isPreview: boolean;
  i18n: Translator;
};

function StartListPage(view: StartListView): ReactElement {
  const { catalog, question, rows, count, unnamed, page, pages, isPreview, i18n } = view;
  const { event, competitions } = catalog;
  const path = startListPath(event.id);
  const chosen = question.competitionId === null ? '' : String(question.competitionId);
  const isFirstOrder = question.sort === 'name' && question.direction === 'asc';
  const order: Record<string, string> = isFirstOrder ? {} : { sort: question.sort, dir: question.direction };
  const filter: Record<string, string> = { competition: chosen, q: question.q };
  return (
    <div className="stack">
      <ListHead
        {...{ event, isPreview, i18n }}
        title={i18n.t('results.startList.title')}
        lead={i18n.dateBlock(event.startTimestamp).iso ? i18n.weekdayDate(event.startTimestamp) : null}
      />
      <Form method="get" action={path} csrfToken={null} className="filter result-filter" role="search">
        <TextField
          name="q"
          label={i18n.t('results.filter.q')}
          type="search"
          defaultValue={question.q}
          placeholder={i18n.t('results.filter.qHint')}
          maxLength={100}
        />
        {competitions.length > 1 ? (
          <SelectField
            name="competition"
            label={i18n.t('results.filter.competition')}
            defaultValue={chosen}
            placeholder={i18n.t('results.filter.allCompetitions')}
            options={competitions.map(({ id, title }) => ({ value: String(id), label: title }))}
          />
        ) : null}
        <Button look="quiet">{i18n.t('results.filter.show')}</Button>
      </Form>
      <p className="soft" role="status">
        {i18n.t('results.startList.count', { count })}{' '}
        {unnamed > 0 && question.q === '' ? i18n.t('results.startList.unnamed', { count: unnamed }) : null}
      </p>
      <div className="result-list">
        <Table
          caption={i18n.t('results.startList.title')}
          captionHidden
          columns={columnsOf(view)}
          rows={rows}
          rowKey={({ id }) => id}
          sort={{ field: question.sort, direction: question.direction }}
          sortHref={({ field, direction }) =>
            pathWithQuery(path, {
              ...filter,
              ...(field === 'name' && direction === 'asc' ? {} : { sort: field, dir: direction }),
            })
          }
          empty={
            <Empty
              title={i18n.t(question.q === '' ? 'results.startList.none' : 'results.filter.none')}
              text={question.q === '' ? null : i18n.t('results.filter.noneHint')}
            />
          }
        />
      </div>
      <Pager page={page} pages={pages} href={(to) => pathWithQuery(path, { ...filter, ...order }, to)} />
    </div>
  );
}

function columnsOf({ catalog, question, rows, i18n }: StartListView): Column<StartListRow>[] {
  const titles = new Map(catalog.competitions.map(({ id, title }) => [id, title]));
  const { t } = i18n;
  const has = (of: (row: StartListRow) => string | null) => rows.some((row) => of(row) !== null);
  return [
    {
      key: 'bib',
      title: t('results.column.bib'),
      cell: ({ bib }) => bib ?? '–',
      isEmpty: ({ bib }) => bib === null,
      align: 'end',
      sortable: true,
      card: 'end',
    },
    {
      key: 'name',
      title: t('results.column.name'),
      cell: ({ name }) => name,
      heading: true,
      sortable: true,
      card: 'start',
    },
    ...(question.competitionId === null && catalog.competitions.length > 1
      ? [
          {
            key: 'competition',
            title: t('results.column.competition'),
            cell: ({ competitionId }: StartListRow) => titles.get(competitionId) ?? '',
            card: 'rest' as const,
          },
        ]
      : []),
    {
      key: 'ageClass',
      title: t('results.column.ageClass'),
      cell: ({ ageClass }) => ageClass ?? '–',
      isEmpty: ({ ageClass }) => ageClass === null,
      sortable: true,
      card: 'foot',
    },
    ...(has(({ club }) => club) || question.sort === 'club'
      ? [
          {
            key: 'club',
            title: t('results.column.club'),
            cell: ({ club }: StartListRow) => club ?? '–',
            isEmpty: ({ club }: StartListRow) => club === null,
            sortable: true,
            card: 'rest' as const,
          },
        ]
      : []),
    ...(has(({ nation }) => nation) || question.sort === 'nation'
      ? [
          {
            key: 'nation',
            title: t('results.column.nation'),
            cell: ({ nation }: StartListRow) => nation ?? '–',
            isEmpty: ({ nation }: StartListRow) => nation === null,
            sortable: true,
            card: 'foot' as const,
          },
        ]
      : []),
    ...(has(({ teamName }) => teamName) || question.sort === 'team'
      ? [
          {
            key: 'team',
            title: t('results.column.team'),
            cell: ({ teamName }: StartListRow) => teamName ?? '–',
            isEmpty: ({ teamName }: StartListRow) => teamName === null,
            sortable: true,
            card: 'rest' as const,
          },
        ]
      : []),
  ];
}

function questionIn(query: URLSearchParams): StartListQuestion {
  return {
    competitionId: positive(query.get('competition')),
    q: (query.get('q') ?? '').trim().slice(0, 100),
    sort: startListSorts.find((each) => each === query.get('sort')) ?? 'name',
    direction: query.get('dir') === 'desc' ? 'desc' : 'asc',
  };
}

export const startListPages = [
  page(
    {
      method: 'get',
      path: '/events/{event}/startlist',
      may: 'site.read',
      shared: ['competition', 'q', 'sort', 'dir', 'page'],
    },
    async (call) => {
      const seen = await eventWithStartList(call);
      const { catalog } = seen;
      const i18n = wordsOf(call.i18n, catalog);
      const requested = questionIn(call.query);
      const isKnown = catalog.competitions.some(({ id }) => id === requested.competitionId);
      const question = isKnown ? requested : { ...requested, competitionId: null };
      const list = await startListOf(call.deps, catalog);
      const found = startersFor(list.rows, question);
      const pages = Math.max(1, Math.ceil(found.length / startersOnAPage));
      const at = Math.min(positive(call.query.get('page')) ?? 1, pages);
      const unnamed = [...list.unnamed]
        .filter(([id]) => question.competitionId === null || id === question.competitionId)
        .reduce((sum, [, count]) => sum + count, 0);
      return call.render(
        <StartListPage
          {...{ catalog, question, unnamed, pages, i18n }}
          rows={found.slice((at - 1) * startersOnAPage, at * startersOnAPage)}
          count={found.length}
          page={at}
          isPreview={seen.isPreview}
        />,
        publicHead(call, seen, i18n.t('results.startList.title'), startListPath(catalog.event.id)),
      );
    },
  ),
];
