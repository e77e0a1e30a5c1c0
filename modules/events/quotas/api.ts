import * as z from 'zod';
import { api, tagged } from '#src/web/http.ts';
import { loadEvent } from '../access/load.ts';
import { quotaAnswer } from '../answers.ts';
import { existingCatalog } from '../read-catalog.ts';
import { recordCalls } from '../records/api.ts';
import { newQuotaInput, quotaInput } from '../shapes.ts';
import { leftOf } from './left-of.ts';
import { createQuota, updateQuota } from './save-quotas.ts';

export const quotasApi = tagged('Shared quotas (management)', [
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/shared-quotas',
      may: 'event.read',
      summary: 'What competitions of an event share, and what is left of it',
      params: z.object({ eventId: z.string().max(100) }),
      load: loadEvent,
      answer: z.object({ rows: z.array(quotaAnswer.extend({ left: z.int() })) }),
    },
    async ({ deps, record: eventId }) => {
      const catalog = await existingCatalog(deps.read, eventId);
      return { rows: catalog.quotas.map((quota) => ({ ...quota, left: leftOf(catalog, quota) })) };
    },
  ),
  ...recordCalls({
    kind: 'quota',
    below: '/api/admin/shared-quotas/{eventId}',
    one: '/api/admin/shared-quotas/{sharedQuotaId}',
    rows: ({ quotas }) => quotas,
    as: 'sharedQuota',
    answer: quotaAnswer,
    shape: (quota) => quota,
    newInput: newQuotaInput,
    input: quotaInput,
    create: createQuota,
    update: updateQuota,
    summaries: {
      create: 'Let competitions share a number of places',
      update: 'Change what competitions share',
      remove: 'Let competitions share it no longer; each keeps its own number',
    },
  }),
]);
