import * as z from 'zod';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { assignToWaves, changeWave, createWave, deleteWave, setWave } from '../change-waves.ts';
import { type WaveRecord, waveOf, wavesOf } from '../read-waves.ts';
import { assignmentInput, waveAnswer, waveChange, waveInput } from './shapes.ts';

const may = 'bib.manage';
const path = '/api/admin/events/{eventId}/waves';
const onePath = `${path}/{waveId}` as const;
const answer = z.object({ wave: waveAnswer });

type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };
const loadWave = async (call: Named<{ eventId: number; waveId: number }>): Promise<WaveRecord> =>
  waveOf(call.deps.read, await loadEvent(call), call.params.waveId);

/** @throws Problem VALIDATION_FAILED for a question or competition of another event */
export async function requireKnown(
  { read }: Pick<Deps, 'read'>,
  eventId: number,
  { fieldId, competitionIds }: { fieldId: number | null; competitionIds: readonly number[] | null },
): Promise<void> {
  const catalog = await catalogOf(read, eventId);
  if (fieldId !== null && !catalog?.formFields.some(({ id }) => id === fieldId)) refuseFields({ fieldId: ['unknown'] });
  const known = catalog?.competitions.map(({ id }) => id) ?? [];
  if (competitionIds?.some((id) => !known.includes(id))) refuseFields({ competitionIds: ['unknown'] });
}

export const waveApi = tagged('Start numbers', [
  api(
    {
      ...{ method: 'get', path, may: 'bib.read', load: loadEvent },
      summary: 'Lists the start waves of an event with how many people each has',
      answer: z.object({ rows: z.array(waveAnswer) }),
    },
    async ({ deps, params: { eventId } }) => ({ rows: await wavesOf(deps.read, eventId) }),
  ),
  api(
    {
      ...{ method: 'post', path, may, load: loadEvent },
      summary: 'Creates a start wave of a competition',
      body: waveInput,
      status: 201,
      answer,
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      const waveId = await deps.write((work) => createWave(work, { eventId, editorId: viewer.userId, ...body }));
      return { wave: await waveOf(deps.read, eventId, waveId) };
    },
  ),
  api(
    {
      ...{ method: 'patch', path: onePath, may, load: loadWave },
      summary: 'Changes a start wave. The people of the wave stay, and are not told.',
      body: waveChange,
      answer,
    },
    async ({ deps, viewer, params: { eventId, waveId }, body }) => {
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      await deps.write((work) => changeWave(work, { eventId, waveId, editorId: viewer.userId, ...change }));
      return { wave: await waveOf(deps.read, eventId, waveId) };
    },
  ),
  api(
    {
      ...{ method: 'delete', path: onePath, may, load: loadWave },
      summary: 'Deletes a start wave. The people of the wave are in no wave then.',
    },
    async ({ deps, viewer, params: { eventId, waveId } }) => {
      await deps.write((work) => deleteWave(work, { eventId, waveId, editorId: viewer.userId }));
      return undefined;
    },
  ),
  api(
    {
      ...{ method: 'post', path: `${path}/assign`, may, load: loadEvent },
      summary:
        'Assigns the people with a paid order to the waves of their competitions, filled in proportion to the sizes. People set by hand and people in locked waves stay.',
      body: assignmentInput,
      answer: z.object({
        changed: z.int().describe('People whose wave changed'),
        without: z.int().describe('People without a place in a wave'),
      }),
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await requireKnown(deps, eventId, body);
      return deps.write((work) => assignToWaves(work, { eventId, editorId: viewer.userId, ...body }));
    },
  ),
  api(
    {
      ...{ method: 'post', path: `${path}/set`, may, load: loadEvent },
      refuses: ['WAVE_FULL', 'WAVE_LOCKED'],
      summary: 'Puts a participant into a start wave by hand. An assignment of all leaves the participant there.',
      body: z.object({
        participantId: z.int().positive(),
        waveId: z.int().positive().nullable().describe('null: no wave'),
      }),
    },
    async ({ deps, viewer, params: { eventId }, body }) => {
      await deps.write((work) => setWave(work, { eventId, editorId: viewer.userId, ...body }));
      return undefined;
    },
  ),
]);
