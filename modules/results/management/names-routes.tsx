import { eventHead, wordsOf } from '#modules/events/index.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { page, type Route } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { asked } from '../public/paths.ts';
import { linesFound } from '../read-lines.ts';
import { setResultNameVisibility } from '../result-name-visibility.ts';
import { choiceIn } from '../rules/name-choice.ts';
import { type CompetitionCall, loadCompetition, loadResult } from './load-competition.ts';
import { linesOnAPage, NamesPage } from './names-page.tsx';
import { namesPath } from './paths.ts';

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
    return redirect(asked(namesPath(eventId, competition.id), back, positive(postedText(call, 'page')) ?? 1));
  }),
];
