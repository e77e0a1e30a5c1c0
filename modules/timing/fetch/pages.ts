import { loadCatalog } from '#modules/events/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import { page, type Route, withQuery } from '#src/web/http.ts';
import { timingPath } from '../paths.ts';
import { fetchResults } from './fetch-results.ts';

export const fetchPages: Route[] = [
  page(
    { method: 'post', path: '/admin/events/{event}/timing/results', may: 'timing.manage', load: loadCatalog },
    async ({ deps, record, viewer, redirect }) => {
      const back = timingPath(record.event.id);
      try {
        await fetchResults(deps, record.event.id, viewer.userId);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return redirect(withQuery(back, 'refused', error.code));
      }
      return redirect(withQuery(back, 'done', 'results'));
    },
  ),
];
