import { create as contentDisposition } from 'content-disposition';
import type { ReactElement } from 'react';
import { wordsOf } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Bib } from '#src/ui/bib.tsx';
import { Alert, Card, Empty, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { page } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { certificatePdf, type ResultView, resultView } from '../papers/certificate.ts';
import { resultPicture } from '../papers/result-picture.ts';
import { boardOfCompetition } from '../read-board.ts';
import { type Board, type BoardRow, foundIn } from '../rules/board.ts';
import { competitionsWithResults, type PublicCall, publicHead, type SeenCompetition } from './load-public.ts';
import { ListHead } from './parts.tsx';
import { competitionResultsPath, resultPath, resultsPath } from './paths.ts';
import { ResultsPage, resultsOnAPage } from './results-page.tsx';

export function ResultPage(props: {
  seen: SeenCompetition;
  row: BoardRow;
  view: ResultView;
  i18n: Translator;
}): ReactElement {
  const { seen, row, view, i18n } = props;
  const { event } = seen.catalog;
  const { t } = i18n;
  const path = resultPath(event.id, seen.competition.id, row.id);
  return (
    <div className="stack narrow">
      {seen.isPreview ? <Alert tone="wait">{t('results.public.preview')}</Alert> : null}
      <p>
        <a href={competitionResultsPath(event.id, seen.competition.id)}>{t('results.single.back')}</a>
      </p>
      <h1 className="visually-hidden">{t('results.single.title', { name: view.name })}</h1>
      <ResultBib view={view} row={row} i18n={i18n} />
      {row.status === 'finished' ? (
        <div className="row">
          <ButtonLink href={`${path}/certificate`}>{t('results.certificate.download')}</ButtonLink>
          <ButtonLink look="quiet" href={`${path}/share.png`}>
            {t('results.single.picture')}
          </ButtonLink>
        </div>
      ) : null}
      {view.splits.length > 0 ? (
        <Card title={t('results.single.splits')}>
          <Facts facts={view.splits} />
        </Card>
      ) : null}
    </div>
  );
}

export function ResultBib(props: { view: ResultView; row: BoardRow; i18n: Translator }): ReactElement {
  const { view, row, i18n } = props;
  return (
    <Bib
      head={view.event.title}
      headAside={row.bib ?? undefined}
      figure={view.figure}
      title={view.name}
      level={2}
      tone={row.status === 'finished' ? 'strong' : 'over'}
      lines={[
        view.competition,
        ...(view.below ? [view.below] : []),
        ...view.ranks.map(({ label, value }) => i18n.t('results.rankLine', { label, rank: value })),
      ]}
    />
  );
}

type Call = PublicCall<'competitionId'>;
type ResultCall = PublicCall<'competitionId' | 'resultId'>;
type SeenResult = { seen: SeenCompetition; board: Board; row: BoardRow; i18n: Translator; view: ResultView };

async function showResults(call: Call): Promise<Response> {
  const { deps, params, query } = call;
  const { open } = await competitionsWithResults(call);
  const seen = open.find(({ competition }) => competition.id === params.competitionId) ?? refuse('NOT_FOUND');
  const { catalog, competition } = seen;
  const i18n = wordsOf(call.i18n, catalog);
  const board = await boardOfCompetition(deps, catalog, competition);
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 100);
  const question = { q: text('q'), gender: text('gender'), ageClass: text('class') };
  const found = foundIn(board, question);
  const isTeams = query.get('view') === 'teams' && board.teams.length > 0;
  const pages = Math.max(1, Math.ceil((isTeams ? board.teams.length : found.length) / resultsOnAPage));
  const at = Math.min(positive(query.get('page')) ?? 1, pages);
  const pageOf = <T,>(all: readonly T[]) => all.slice((at - 1) * resultsOnAPage, at * resultsOnAPage);
  return call.render(
    <ResultsPage
      {...{ seen, open, board, question, isTeams, pages, i18n }}
      rows={pageOf(found)}
      teams={pageOf(board.teams)}
      count={found.length}
      page={at}
    />,
    publicHead(
      call,
      seen,
      i18n.t('results.public.title', { competition: competition.title }),
      competitionResultsPath(catalog.event.id, competition.id),
    ),
  );
}

/** For people shown by name. @throws Problem NOT_FOUND */
async function resultFor(call: ResultCall): Promise<SeenResult> {
  const { open } = await competitionsWithResults(call);
  const seen = open.find(({ competition }) => competition.id === call.params.competitionId) ?? refuse('NOT_FOUND');
  const board = await boardOfCompetition(call.deps, seen.catalog, seen.competition);
  const row = board.byId.get(call.params.resultId);
  if (!row?.isNamed) return refuse('NOT_FOUND');
  const i18n = wordsOf(call.i18n, seen.catalog);
  return { seen, board, row, i18n, view: resultView({ ...seen, board, row }, i18n) };
}

const singlePath = '/events/{event}/results/{competitionId}/{resultId}';

export const resultsPages = [
  page({ method: 'get', path: '/events/{event}/results', may: 'site.read', shared: true }, async (call) => {
    const seen = await competitionsWithResults(call);
    const { catalog, open } = seen;
    const [first] = open.filter(({ isPreview }) => !isPreview);
    if (first) return call.redirect(competitionResultsPath(catalog.event.id, first.competition.id));
    const i18n = wordsOf(call.i18n, catalog);
    const title = i18n.t('results.title');
    return call.render(
      <div className="stack">
        <ListHead event={catalog.event} title={title} isPreview={false} i18n={i18n} />
        <Empty title={i18n.t('results.public.notYet')} text={i18n.t('results.public.notYetText')} />
      </div>,
      publicHead(call, seen, title, resultsPath(catalog.event.id)),
    );
  }),
  page(
    {
      method: 'get',
      path: '/events/{event}/results/{competitionId}',
      may: 'site.read',
      shared: ['q', 'gender', 'class', 'view', 'page'],
    },
    showResults,
  ),
  page({ method: 'get', path: singlePath, may: 'site.read', shared: true }, async (call) => {
    const { seen, row, view, i18n } = await resultFor(call);
    const path = resultPath(seen.catalog.event.id, seen.competition.id, row.id);
    const head = publicHead(call, seen, i18n.t('results.single.title', { name: view.name }), path);
    return call.render(<ResultPage {...{ seen, row, view, i18n }} />, {
      ...head,
      description: [view.competition, view.figure, ...view.ranks.map(({ label, value }) => `${label} ${value}`)].join(
        ' · ',
      ),
      image: {
        address: `${path}/share.png`,
        alt: i18n.t('results.single.pictureAlt', { name: view.name, time: view.figure, event: view.event.title }),
      },
    });
  }),
  page({ method: 'get', path: `${singlePath}/share.png`, may: 'site.read' }, async (call) => {
    const { view } = await resultFor(call);
    return new Response(await resultPicture(call.deps, view), {
      headers: {
        'content-type': 'image/png',
        // A hidden name disappears at once, so no cache may keep the picture.
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    });
  }),
  page({ method: 'get', path: `${singlePath}/certificate`, may: 'site.read' }, async (call) => {
    const { row, view, i18n } = await resultFor(call);
    if (row.status !== 'finished') return refuse('NOT_FOUND');
    const by = call.viewer?.visitId ?? `certificate ${call.clientAddress}`;
    return certificateResponse(
      await certificatePdf(call.deps, view, by),
      i18n.t('results.certificate.fileName', { id: row.id }),
    );
  }),
];

export const certificateResponse = (bytes: Uint8Array, name: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  });
