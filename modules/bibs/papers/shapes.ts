import * as z from 'zod';
import { labelFormats, labelSheets } from '../rules/labels.ts';

export const sorts = ['bib', 'name', 'club'] as const;
const flag = z.enum(['true', 'false']).default('false');
const people = {
  sort: z.enum(sorts).default('bib'),
  competitionId: z.coerce.number().int().positive().optional().describe('Left out: all competitions'),
};

export const listQuery = z.object({
  ...people,
  split: flag.describe('Each competition begins on a page of its own'),
  withoutBib: flag.describe('People without a number stand there too'),
});
export const labelsQuery = z
  .object({
    ...people,
    sheet: z.enum(labelFormats).default('3x8').describe('Labels beside and below each other'),
    start: z.coerce.number().int().min(1).default(1).describe('The label of the first sheet to begin with'),
  })
  .refine(({ sheet, start }) => start <= labelSheets[sheet].columns * labelSheets[sheet].rows, {
    path: ['start'],
    error: 'tooLarge',
  });
export type ListOptions = z.output<typeof listQuery>;
export type LabelOptions = z.output<typeof labelsQuery>;
