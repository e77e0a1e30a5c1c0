import * as z from 'zod';
import { loadEvent, requireEventRole } from '#modules/events/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { comparedFields } from '../rules/differences.ts';
import { refuse } from '../rules/problems.ts';
import { applyRun, undoRun } from './apply.ts';
import { latestRun, lookForDifferences } from './look.ts';
import { differenceSource, readDifferences } from './read-comparison.ts';

const path = '/api/admin/events/{eventId}/race-result/compare';
const manages = { may: 'timing.manage', load: loadEvent } as const;

const winner = z.enum(['ours', 'theirs']);
const runAnswer = z
  .object({
    id: z.int(),
    state: z.enum(['open', 'applying', 'applied', 'undoing', 'undone']),
    createdAt: instant,
    compared: z.int(),
    missingThere: z.int().describe('Participants unknown to RACE RESULT'),
    missingHere: z.int().describe('RACE RESULT participants who are not registered here'),
  })
  .meta({ id: 'RaceResultComparison', description: 'Comparison of the participants with RACE RESULT' });
const differenceAnswer = z
  .object({
    participantId: z.int(),
    field: z.string(),
    ours: z.string(),
    theirs: z.string(),
    winner: winner.nullable(),
    state: z.enum(['open', 'done', 'failed', 'undone', 'left']),
    error: z.string().nullable(),
  })
  .meta({ id: 'RaceResultDifference', description: 'Field that differs from RACE RESULT' });

const answerRun = async ({ read }: Pick<Deps, 'read'>, eventId: number) => ({
  run: (await latestRun(read, eventId)) ?? refuse('NOT_FOUND'),
});

export const compareApi = tagged('RACE RESULT', [
  api(
    {
      method: 'post',
      path,
      ...manages,
      refuses: ['RR_NOT_SET_UP', 'RR_NO_ANSWER'],
      summary: 'Compares the participants with RACE RESULT. Changes nothing.',
      answer: z.object({ run: runAnswer }),
    },
    async ({ deps, viewer, params: { eventId } }) => {
      await lookForDifferences(deps, eventId, viewer.userId);
      return answerRun(deps, eventId);
    },
  ),
  api(
    {
      method: 'get',
      path,
      ...manages,
      summary: 'Returns the last comparison with each difference',
      query: listQueryOf(differenceSource(0)),
      answer: z.object({ run: runAnswer.nullable(), count: z.int(), rows: z.array(differenceAnswer) }),
    },
    async ({ deps, params: { eventId }, query }) => {
      const run = await latestRun(deps.read, eventId);
      const source = differenceSource(run?.id ?? 0);
      return { run, ...(await listRows(deps.read, source, query, (isOn) => readDifferences(deps.read, isOn))) };
    },
  ),
  api(
    {
      method: 'post',
      path: `${path}/apply`,
      ...manages,
      refuses: ['RR_NOT_SET_UP', 'RR_RUN_OVER'],
      summary: 'Applies the chosen value of each field. An empty value never overwrites another one.',
      body: z.object({ runId: z.int().positive(), winners: z.partialRecord(z.enum(comparedFields), winner) }),
      answer: z.object({ run: runAnswer }),
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, manages.may);
        await applyRun(work, { eventId, ...body, editor: viewer });
      });
      deps.runNow('race-result-compare');
      return answerRun(deps, eventId);
    },
  ),
  api(
    {
      method: 'post',
      path: `${path}/undo`,
      ...manages,
      refuses: ['RR_NOT_SET_UP', 'RR_RUN_OVER'],
      summary: 'Undoes the changes of the last comparison. Fields that were empty before stay filled.',
      body: z.object({ runId: z.int().positive() }),
      answer: z.object({ run: runAnswer }),
    },
    async ({ deps, viewer, params: { eventId }, body: { runId } }) => {
      await deps.write(async (work) => {
        await requireEventRole(work.tx, viewer, eventId, manages.may);
        await undoRun(work, { eventId, runId, editor: viewer });
      });
      deps.runNow('race-result-compare');
      return answerRun(deps, eventId);
    },
  ),
]);
