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
      refuses: ['RR_NOT_SET_UP', 'RR_NO_ANSWER'],
      summary: 'Imports times from RACE RESULT as one result import that can be undone',
      answer: z.object({
        made: z.int(),
        changed: z.int(),
        unknown: z.int().describe('People with a time in RACE RESULT who are not registered here'),
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
