import * as z from 'zod';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { applyJob, startRun } from './apply-run.ts';
import { previewAssignment, previewUndo } from './plan-run.ts';
import { bibCounts, outsideBibs, type RangeRecord, rangeOf, rangesOf, settingsOf } from './read-ranges.ts';
import { itemSource, type Run, readItems, runOf, tallyOfRun } from './read-runs.ts';
import { changeRange, createRange, deleteRange, setAssignOnCompletion } from './save-ranges.ts';
import {
  assignInput,
  bibsShapeSchema,
  itemShapeSchema,
  outsideShapeSchema,
  rangeChange,
  rangeInput,
  rangeShapeSchema,
  runRecord,
  runShapeSchema,
} from './shapes.ts';

type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

export const loadRange = async (call: Named<{ eventId: number; rangeId: number }>): Promise<RangeRecord> =>
  rangeOf(call.deps.read, await loadEvent(call), call.params.rangeId);

export const loadRun = async (call: Named<{ eventId: number; runId: number }>): Promise<Run> =>
  runOf(call.deps.read, await loadEvent(call), call.params.runId);

const may = 'bib.manage';
const bibsAnswer = z.object({ bibs: bibsShapeSchema });
const rangeAnswer = z.object({ range: rangeShapeSchema });
export const runAnswer = z.object({ run: runShapeSchema });

const bibsView = async ({ read }: Pick<Deps, 'read'>, eventId: number) => ({
  bibs: {
    ...(await settingsOf(read, eventId)),
    ranges: await rangesOf(read, eventId),
    competitions: await bibCounts(read, eventId),
  },
});
const rangeView = async ({ read }: Pick<Deps, 'read'>, eventId: number, rangeId: number) => ({
  range: await rangeOf(read, eventId, rangeId),
});
export const runView = async ({ read }: Pick<Deps, 'read'>, eventId: number, runId: number) => ({
  run: runRecord(await runOf(read, eventId, runId), await tallyOfRun(read, runId)),
});

/** @throws Problem VALIDATION_FAILED for a question or competition of another event */
export async function requireKnown(
  { read }: Pick<Deps, 'read'>,
  eventId: number,
  { seedFieldId, competitionIds }: { seedFieldId: number | null; competitionIds: readonly number[] | null },
): Promise<void> {
  const catalog = await catalogOf(read, eventId);
  if (seedFieldId !== null && !catalog?.formFields.some(({ id }) => id === seedFieldId))
    refuseFields({ seedFieldId: ['unknown'] });
  const known = catalog?.competitions.map(({ id }) => id) ?? [];
  if (competitionIds?.some((id) => !known.includes(id))) refuseFields({ competitionIds: ['unknown'] });
}

const bibs = '/api/admin/events/{eventId}/bibs';
const range = '/api/admin/events/{eventId}/bib-ranges/{rangeId}';
const run = '/api/admin/events/{eventId}/bib-runs/{runId}';

export const bibsApi = tagged('Start numbers', [
  api(
    {
      method: 'get',
      path: bibs,
      may: 'bib.read',
      load: loadEvent,
      summary: 'Returns the bib number ranges of an event and how many numbers are assigned',
      answer: bibsAnswer,
    },
    ({ deps, params: { eventId } }) => bibsView(deps, eventId),
  ),
  api(
    {
      method: 'patch',
      path: bibs,
      may,
      load: loadEvent,
      summary: 'Sets whether participants get the smallest free number automatically once their order is paid',
      body: z.object({ assignOnCompletion: z.boolean() }),
      answer: bibsAnswer,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await deps.write((work) => setAssignOnCompletion(work, { eventId, editorId: viewer.userId, ...body }));
      return bibsView(deps, eventId);
    },
  ),
  api(
    {
      method: 'get',
      path: `${bibs}/outside`,
      may: 'bib.read',
      load: loadEvent,
      summary: 'Lists up to 1,000 participants whose bib number lies outside the ranges of their competition',
      answer: z.object({ count: z.int(), rows: z.array(outsideShapeSchema) }),
    },
    ({ deps, params: { eventId } }) => outsideBibs(deps.read, eventId, 1000),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/bib-ranges',
      may,
      load: loadEvent,
      refuses: ['BIB_RANGES_OVERLAP'],
      summary: 'Creates a number range for a competition. Ranges of an event must not overlap.',
      body: rangeInput,
      status: 201,
      answer: rangeAnswer,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      const change = { eventId, editorId: viewer.userId, ...body };
      return rangeView(deps, eventId, await deps.write((work) => createRange(work, change)));
    },
  ),
  api(
    {
      method: 'patch',
      path: range,
      may,
      load: loadRange,
      refuses: ['BIB_RANGES_OVERLAP'],
      summary: 'Changes a range. Assigned numbers remain.',
      body: rangeChange,
      answer: rangeAnswer,
    },
    async ({ deps, viewer, params: { eventId, rangeId }, body }) => {
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      await deps.write((work) => changeRange(work, { eventId, rangeId, editorId: viewer.userId, ...change }));
      return rangeView(deps, eventId, rangeId);
    },
  ),
  api(
    { method: 'delete', path: range, may, load: loadRange, summary: 'Deletes a range. Assigned numbers remain.' },
    async ({ deps, viewer, params: { eventId, rangeId } }) => {
      await deps.write((work) => deleteRange(work, { eventId, rangeId, editorId: viewer.userId }));
      return undefined;
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/bib-runs',
      may,
      load: loadEvent,
      summary: 'Previews an assignment of bib numbers. Nothing changes until the run is applied.',
      body: assignInput,
      status: 201,
      answer: runAnswer,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await requireKnown(deps, eventId, body);
      return runView(deps, eventId, await previewAssignment(deps, { eventId, editorId: viewer.userId }, body));
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/events/{eventId}/bib-runs/undo',
      may,
      load: loadEvent,
      refuses: ['NOTHING_TO_UNDO'],
      summary: 'Previews undoing the last applied run',
      status: 201,
      answer: runAnswer,
    },
    async ({ deps, viewer, params: { eventId } }) =>
      runView(deps, eventId, await previewUndo(deps, { eventId, editorId: viewer.userId })),
  ),
  api(
    {
      method: 'get',
      path: run,
      may,
      load: loadRun,
      summary: 'Returns a run with its preview, progress or outcome per participant',
      query: listQueryOf(itemSource(0)),
      answer: z.object({ run: runShapeSchema, count: z.int(), rows: z.array(itemShapeSchema) }),
    },
    async ({ deps, params: { eventId, runId }, query }) => {
      const items = await listRows(deps.read, itemSource(runId), query, (isOnPage) => readItems(deps.read, isOnPage));
      return { ...(await runView(deps, eventId, runId)), ...items };
    },
  ),
  api(
    {
      method: 'post',
      path: `${run}/apply`,
      may,
      load: loadRun,
      refuses: ['BIB_RUN_OUTDATED'],
      summary: 'Applies a previewed run. Participants that changed since the preview are skipped.',
      answer: runAnswer,
    },
    async ({ deps, params: { eventId, runId } }) => {
      await deps.write((work) => startRun(work, { eventId, runId }));
      deps.runNow(applyJob);
      return runView(deps, eventId, runId);
    },
  ),
]);
