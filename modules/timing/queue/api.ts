import * as z from 'zod';
import { loadCatalog, loadEvent, requireEventRole } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { computed, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { orderIdOf } from '../read-person.ts';
import { refuse } from '../rules/problems.ts';
import { pushErrors, pushStates } from '../rules/push.ts';
import { changeBib } from './change-bib.ts';
import { resync, retryFailed } from './enqueue.ts';
import { type ListedPush, pushSource, queueCounts, readPushes } from './read-listed.ts';

async function loadPerson(
  call: Parameters<typeof loadEvent>[0] & { params: { eventId: number; participantId: number } },
): Promise<number> {
  const { eventId, participantId } = call.params;
  await loadEvent(call);
  return (await orderIdOf(call.deps.read, eventId, participantId)) ?? refuse('NOT_FOUND');
}

export async function loadWithPerson(
  call: Parameters<typeof loadCatalog>[0] & { params: { event: string; participantId: number } },
): Promise<Catalog> {
  const catalog = await loadCatalog(call);
  const known = await orderIdOf(call.deps.read, catalog.event.id, call.params.participantId);
  return known === null ? refuse('NOT_FOUND') : catalog;
}

const path = '/api/admin/events/{eventId}/race-result';
const reads = { may: 'timing.read', load: loadEvent } as const;
const manages = { may: 'timing.manage', load: loadEvent } as const;

const rowAnswer = computed(
  z.object({
    participantId: z.int(),
    orderId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    state: z.enum(pushStates),
    error: z.enum(pushErrors).nullable(),
    errorText: z.string().describe('Error message of RACE RESULT'),
    rrBib: z.string().nullable(),
    rrHasSaveValueSet: z.boolean(),
    rrLastSynchroTime: instant.nullable(),
    attempts: z.int(),
    nextAttemptAt: instant.nullable(),
  }),
  (row: ListedPush) => ({
    ...row,
    errorText: row.message,
    rrHasSaveValueSet: row.hasSaveValue,
    rrLastSynchroTime: row.lastSynchroAt,
    nextAttemptAt: row.state === 'waiting' || row.state === 'failed' ? row.nextAttemptAt : null,
  }),
).meta({ id: 'RaceResultParticipant', description: 'Synchronization of a participant with RACE RESULT' });

export const queueApi = tagged('RACE RESULT', [
  api(
    {
      method: 'get',
      path: `${path}/participants`,
      ...reads,
      summary: 'Lists the synchronization state of all participants, dead letters first',
      query: listQueryOf(pushSource(0)),
      answer: z.object({
        count: z.int(),
        states: z.object({ waiting: z.int(), sent: z.int(), failed: z.int(), dead: z.int(), skipped: z.int() }),
        rows: z.array(rowAnswer),
      }),
    },
    async ({ deps, params: { eventId }, query }) => {
      const { states } = await queueCounts(deps.read, eventId);
      const source = pushSource(eventId);
      const pushes = await listRows(deps.read, source, query, (isOnPage) => readPushes(deps.read, isOnPage));
      return { states, ...pushes };
    },
  ),
  api(
    {
      method: 'post',
      path: `${path}/sync`,
      ...manages,
      summary:
        'Queues the synchronization of all participants, the given ones, or the failed ones, and returns the number waiting',
      body: z.object({
        what: z.enum(['all', 'failed']).optional(),
        participantIds: z.array(z.int().positive()).max(1000).optional(),
      }),
      answer: z.object({ count: z.int() }),
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      const count = await deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, manages.may);
        if (body.what === 'failed') return retryFailed(work, eventId);
        return await resync(work, eventId, body.participantIds ?? 'all');
      });
      deps.runNow('race-result');
      return { count };
    },
  ),
  api(
    {
      method: 'put',
      path: `${path}/participants/{participantId}/bib`,
      may: manages.may,
      load: loadPerson,
      refuses: ['RR_BIB_CHANGE_FAILED', 'RR_BIB_TAKEN'],
      summary: 'Changes a bib number here and in RACE RESULT. If RACE RESULT refuses it, the number stays unchanged.',
      body: z.object({
        bib: z
          .string()
          .trim()
          .regex(/^[1-9]\d{0,8}$/),
      }),
    },
    async ({ deps, viewer, params: { eventId, participantId }, body: { bib } }) => {
      await changeBib(deps, { eventId, participantId, bib, editorId: viewer.userId });
      return undefined;
    },
  ),
]);
