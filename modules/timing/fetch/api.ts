import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { api, tagged } from '#src/web/http.ts';
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
