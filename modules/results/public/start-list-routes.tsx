import { wordsOf } from '#modules/events/index.ts';
import { page } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { startListOf } from '../read-start-list.ts';
import { type StartListQuestion, startersFor, startListSorts } from '../rules/start-list.ts';
import { eventWithStartList, publicHead } from './load-public.ts';
import { startListPath } from './paths.ts';
import { StartListPage, startersOnAPage } from './start-list-page.tsx';

/** Ignores invalid parameters. */
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
      const asked = questionIn(call.query);
      const isKnown = catalog.competitions.some(({ id }) => id === asked.competitionId);
      const question = isKnown ? asked : { ...asked, competitionId: null };
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
