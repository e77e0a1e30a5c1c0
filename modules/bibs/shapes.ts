import * as z from 'zod';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { BibCount, BibSettings, RangeRecord } from './read-ranges.ts';
import type { Run, RunItem, RunTally } from './read-runs.ts';
import { countOf, largestNumber } from './rules/ranges.ts';
import { itemOutcomes, runKinds, sequences } from './rules/run.ts';

const id = z.int().positive();
const number = z.int().min(1).max(largestNumber);
const free = z.int().min(0).max(largestNumber);

export const rangeInput = z.object({
  competitionId: id,
  first: number,
  last: number.describe('Belongs to it'),
  block: free.default(0).describe('After so many numbers, `gap` numbers stay free; 0 for both: without gaps'),
  gap: free.default(0),
  reserve: free.default(0).describe('So many numbers at the end stay free'),
});
export const rangeChange = z.object({
  competitionId: id.optional(),
  first: number.optional(),
  last: number.optional(),
  block: free.optional(),
  gap: free.optional(),
  reserve: free.optional(),
});
export const rangeShapeSchema = z.object({
  id: z.int(),
  competitionId: z.int(),
  first: z.int(),
  last: z.int(),
  block: z.int(),
  gap: z.int(),
  reserve: z.int(),
  count: z.int().describe('So many numbers of it are given out'),
});
export const rangeShape = ({ eventId: _, ...range }: RangeRecord): z.infer<typeof rangeShapeSchema> => ({
  ...range,
  count: countOf(range),
});

export const outsideShapeSchema = z.object({
  participantId: z.int(),
  orderId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  competitionId: z.int(),
  bib: z.string(),
});

export const bibsShapeSchema = z.object({
  assignOnCompletion: z.boolean(),
  ranges: z.array(rangeShapeSchema),
  competitions: z.array(
    z.object({
      competitionId: z.int(),
      people: z.int().describe('Start there: their orders are paid'),
      numbered: z.int().describe('Of these so many have a number'),
    }),
  ),
});
export const bibsShape = (
  { assignOnCompletion }: BibSettings,
  ranges: readonly RangeRecord[],
  competitions: BibCount[],
): z.infer<typeof bibsShapeSchema> => ({ assignOnCompletion, ranges: ranges.map(rangeShape), competitions });

export const assignInput = z
  .object({
    sequence: z.enum(sequences).default('orderDate'),
    seedFieldId: id.nullable().default(null).describe('With `seedTime`: the question whose answer is the time'),
    competitionIds: z.array(id).min(1).max(500).nullable().default(null).describe('null: of all competitions'),
    reassign: z.boolean().default(false).describe('Whoever has a number may get another one'),
  })
  .refine(({ sequence, seedFieldId }) => sequence !== 'seedTime' || seedFieldId !== null, {
    path: ['seedFieldId'],
    error: 'required',
  });

export const runShapeSchema = z.object({
  id: z.int(),
  eventId: z.int(),
  kind: z.enum(runKinds),
  status: z.enum(['preview', 'applying', 'done']),
  editorEmail: z.string(),
  fileName: z.string().nullable(),
  undoes: z.int().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  fresh: z.int().describe('Get a number and had none'),
  changed: z.int().describe('Get another one'),
  cleared: z.int().describe('Lose theirs'),
  left: z.int().describe('Get none, or lines that change nothing'),
  open: z.int(),
  done: z.int(),
  skipped: z.int().describe('Stayed as they are, because something changed while it was applied'),
});
const unassignedOutcomes = itemOutcomes.filter((outcome) => outcome !== 'set' && outcome !== 'same');
export const leftIn = ({ outcomes }: Pick<RunTally, 'outcomes'>): number =>
  unassignedOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

export const runShape = (run: Run, tally: RunTally): z.infer<typeof runShapeSchema> => ({
  id: run.id,
  eventId: run.eventId,
  kind: run.kind,
  status: run.status,
  editorEmail: run.editorEmail,
  fileName: run.options.fileName ?? null,
  undoes: run.options.undoes ?? null,
  createdAt: toIso(run.createdAt),
  finishedAt: toIsoOrNull(run.finishedAt),
  fresh: tally.fresh,
  changed: tally.changed,
  cleared: tally.cleared,
  left: leftIn(tally),
  open: tally.open,
  done: tally.done,
  skipped: tally.skipped,
});

export const itemShapeSchema = z.object({
  participantId: z.int().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  competitionId: z.int().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  outcome: z.enum(itemOutcomes),
  state: z.enum(['told', 'waiting', 'parked', 'done', 'changed', 'taken']),
  line: z.int().nullable().describe('Of the file'),
  said: z.string().nullable().describe('How a line begins that fits nobody, until the run is applied'),
});
export const itemShape = (item: RunItem): z.infer<typeof itemShapeSchema> => ({
  participantId: item.participantId,
  firstName: item.firstName,
  lastName: item.lastName,
  competitionId: item.competitionId,
  before: item.before,
  after: item.after,
  outcome: item.outcome,
  state: item.state,
  line: item.line,
  said: item.said,
});
