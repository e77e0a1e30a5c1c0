import * as z from 'zod';
import { oneLine } from '#src/kernel/plain-text.ts';
import { fromIso } from '#src/kernel/time.ts';
import { instant } from '#src/web/answers.ts';
import { waveSequences } from '../rules/waves.ts';

const id = z.int().positive();
const moment = z.iso.datetime({ offset: true }).transform(fromIso);
const title = z.string().overwrite(oneLine).min(1).max(60);
const allowsChoice = z.boolean().describe('People of the wave may change to another one that allows it, on their page');
const size = z.int().min(1).max(100_000);

export const waveInput = z.object({
  competitionId: id,
  title,
  startsAt: moment,
  size: size.describe('Most people of the wave'),
  locksAt: moment.nullable().default(null).describe('From then on its people stay; null: not locked'),
  allowsChoice: allowsChoice.default(false),
});
export const waveChange = z.object({
  competitionId: id.optional(),
  title: title.optional(),
  startsAt: moment.optional(),
  size: size.optional(),
  locksAt: moment.nullable().optional(),
  allowsChoice: allowsChoice.optional(),
});
export const waveAnswer = z
  .object({
    id: z.int(),
    competitionId: z.int(),
    title: z.string(),
    startsAt: instant,
    size: z.int(),
    locksAt: instant.nullable(),
    allowsChoice: z.boolean(),
    people: z.int().describe('People in the wave'),
  })
  .meta({ id: 'StartWave', description: 'Start wave of a competition' });

export const assignmentInput = z
  .object({
    sequence: z
      .enum(waveSequences)
      .describe('expectedTime: the fastest first; answer and club: equal ones together; orderDate: as they booked'),
    fieldId: id
      .nullable()
      .default(null)
      .describe('Form field with the expected time or the answer; required for `expectedTime` and `answer`'),
    competitionIds: z.array(id).min(1).max(500).nullable().default(null).describe('null: all competitions'),
  })
  .refine(({ sequence, fieldId }) => fieldId !== null || !['expectedTime', 'answer'].includes(sequence), {
    path: ['fieldId'],
    error: 'required',
  });
