import * as z from 'zod';
import { oneLine } from '#src/kernel/plain-text.ts';
import {
  dateForms,
  genderForms,
  isColumnKey,
  longestHead,
  maxColumns,
  separators,
  textEncodings,
} from '../rules/start-list.ts';

const column = z.object({
  key: z
    .string()
    .refine(isColumnKey, { error: 'unknown' })
    .describe(
      'bib, participantId, lastName, firstName, name, birthDate, birthYear, gender, nation, club, competition, competitionId, team, orderNumber, articles, field.{fieldId} or article.{articleId}',
    ),
  head: z.string().overwrite(oneLine).max(longestHead).default('').describe('Empty: as we call it'),
});

export const layoutInput = z.object({
  columns: z.array(column).min(1).max(maxColumns),
  hasHeads: z.boolean().default(true).describe('Of a CSV file; a workbook always has them'),
  separator: z.enum(separators).default('semicolon'),
  encoding: z.enum(textEncodings).default('utf8'),
  dates: z.enum(dateForms).default('dmy'),
  genders: z.enum(genderForms).default('mwd'),
  withoutBib: z.boolean().default(true).describe('People without a number stand there too'),
});
export const layoutShapeSchema = z.object({
  columns: z.array(z.object({ key: z.string(), head: z.string() })),
  hasHeads: z.boolean(),
  separator: z.enum(separators),
  encoding: z.enum(textEncodings),
  dates: z.enum(dateForms),
  genders: z.enum(genderForms),
  withoutBib: z.boolean(),
});
