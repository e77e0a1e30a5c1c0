import * as z from 'zod';
import { computed, instant, type RecordOf } from '#src/web/answers.ts';
import type { RangeRecord } from './read-ranges.ts';
import type { Run, RunTally } from './read-runs.ts';
import { countOf, largestNumber } from './rules/ranges.ts';
import { itemOutcomes, runKinds, sequences } from './rules/run.ts';

const id = z.int().positive();
const number = z.int().min(1).max(largestNumber);
const free = z.int().min(0).max(largestNumber);

export const rangeInput = z.object({
  competitionId: id,
  first: number,
  last: number.describe('Last number of the range, inclusive'),
  block: free.default(0).describe('Length of a block of numbers, followed by `gap` free numbers. 0 for both: no gaps'),
  gap: free.default(0),
  reserve: free.default(0).describe('Count of numbers at the end that remain free'),
});
export const rangeChange = z.object({
  competitionId: id.optional(),
  first: number.optional(),
  last: number.optional(),
  block: free.optional(),
  gap: free.optional(),
  reserve: free.optional(),
});
const rangeFields = z.object({
  id: z.int(),
  competitionId: z.int(),
  first: z.int(),
  last: z.int(),
  block: z.int(),
  gap: z.int(),
  reserve: z.int(),
  count: z.int().describe('Count of assigned numbers in the range'),
});
export const rangeShapeSchema = computed(rangeFields, (range: RangeRecord) => ({
  ...range,
  count: countOf(range),
})).meta({ id: 'BibRange', description: 'Range of start numbers' });

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
      people: z.int().describe('Number of participants with a paid order'),
      numbered: z.int().describe('Number of these participants who have a bib number'),
    }),
  ),
});
export const assignInput = z
  .object({
    sequence: z.enum(sequences).default('orderDate'),
    seedFieldId: id
      .nullable()
      .default(null)
      .describe('Id of the form field with the expected time; required for `seedTime`'),
    competitionIds: z.array(id).min(1).max(500).nullable().default(null).describe('null: all competitions'),
    reassign: z.boolean().default(false).describe('Whether participants who already have a number may get another one'),
  })
  .refine(({ sequence, seedFieldId }) => sequence !== 'seedTime' || seedFieldId !== null, {
    path: ['seedFieldId'],
    error: 'required',
  });

export const runShapeSchema = z
  .object({
    id: z.int(),
    eventId: z.int(),
    kind: z.enum(runKinds),
    status: z.enum(['preview', 'applying', 'done']),
    editorEmail: z.string(),
    fileName: z.string().nullable(),
    undoes: z.int().nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
    fresh: z.int().describe('Count of participants without a number who get one'),
    changed: z.int().describe('Count of participants whose number changes'),
    cleared: z.int().describe('Count of participants who lose their number'),
    chips: z.int().describe('Count of participants who get a timing chip'),
    left: z.int().describe('Count of participants who get no number, or of file lines that change nothing'),
    open: z.int(),
    done: z.int(),
    skipped: z
      .int()
      .describe('Count of participants left unchanged because their data changed while the run was applied'),
  })
  .meta({ id: 'BibRun', description: 'Assignment of start numbers' });
const unassignedOutcomes = itemOutcomes.filter(
  (outcome) => outcome !== 'set' && outcome !== 'same' && outcome !== 'chip',
);
export const leftIn = ({ outcomes }: Pick<RunTally, 'outcomes'>): number =>
  unassignedOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

export const runRecord = (run: Run, tally: RunTally): RecordOf<typeof runShapeSchema> => ({
  ...run,
  ...tally,
  fileName: run.options.fileName ?? null,
  undoes: run.options.undoes ?? null,
  left: leftIn(tally),
});

export const itemShapeSchema = z
  .object({
    participantId: z.int().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    competitionId: z.int().nullable(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    outcome: z.enum(itemOutcomes),
    state: z.enum(['told', 'waiting', 'parked', 'done', 'changed', 'taken']),
    line: z.int().nullable().describe('Line number in the imported file'),
    chip: z.string().nullable().describe('Timing chip that the line assigns; null: the chip stays'),
    said: z
      .string()
      .nullable()
      .describe('Beginning of a file line without a matching participant; null once the run is applied'),
  })
  .meta({ id: 'BibRunItem', description: 'Start number of a participant in an assignment' });
