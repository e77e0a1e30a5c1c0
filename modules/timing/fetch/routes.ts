import * as z from 'zod';
import { loadCatalog, loadEvent } from '#modules/events/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import { api, page, type Route, tagged, withQuery } from '#src/web/http.ts';
import { timingPath } from '../paths.ts';
import { fetchResults } from './fetch-results.ts';

export const fetchApi = tagged('RACE RESULT', [
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/race-result/results',
      may: 'timing.manage',
      load: loadEvent,
      summary: 'Fetches times from RACE RESULT; all of them are one import of results that can be taken back',
      answer: z.object({
        made: z.int(),
        changed: z.int(),
        unknown: z.int().describe('Who has a time there and is not registered here'),
      }),
    },
    ({ deps, viewer, params: { eventId } }) => fetchResults(deps, eventId, viewer.userId),
  ),
]);

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
