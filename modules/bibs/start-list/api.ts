import * as z from 'zod';
import { genders } from '#modules/accounts/rules/genders.ts';
import { addEventEntries, catalogOf, loadEvent, wordsOf } from '#modules/events/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { tableFormats } from '#src/files/tables/table-file.ts';
import { present } from '#src/kernel/assert.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { settingsOf } from '../read-ranges.ts';
import { listSorts } from '../rules/sort.ts';
import {
  dateForms,
  genderForms,
  isColumnKey,
  longestHead,
  maxColumns,
  type StartListLayout,
  separators,
  textEncodings,
  usualLayout,
} from '../rules/start-list.ts';
import { bibSettings } from '../schema.ts';
import { listed, startListResponse } from './make-start-list.ts';

/** @throws Problem VALIDATION_FAILED for a question or article of another event */
export async function saveLayout(
  work: Work,
  { eventId, editorId, layout }: { eventId: number; editorId: number; layout: StartListLayout },
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const known = [
    ...(catalog?.formFields ?? []).map(({ id }) => `field.${id}`),
    ...(catalog?.articles ?? []).map(({ id }) => `article.${id}`),
  ];
  if (layout.columns.some(({ key }) => key.includes('.') && !known.includes(key)))
    refuseFields({ columns: ['unknown'] });
  const before = (await settingsOf(work.tx, eventId)).layout;
  if (JSON.stringify(before) === JSON.stringify(layout)) return;
  await work.tx
    .insert(bibSettings)
    .values({ eventId, layout })
    .onConflictDoUpdate({ target: bibSettings.eventId, set: { layout } });
  const keys = (of: StartListLayout | null) => of?.columns.map(({ key }) => key) ?? null;
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      kind: 'bibs',
      action: 'changed',
      recordId: eventId,
      name: '',
      changes: [{ field: 'startListColumns', before: keys(before), after: keys(layout) }],
    },
  ]);
}

const column = z.object({
  key: z
    .string()
    .refine(isColumnKey, { error: 'unknown' })
    .describe(
      'bib, chip, wave, waveStart, participantId, lastName, firstName, name, birthDate, birthYear, gender, nation, club, competition, competitionId, team, orderNumber, articles, field.{fieldId} or article.{articleId}',
    ),
  head: z
    .string()
    .overwrite(oneLine)
    .max(longestHead)
    .default('')
    .describe('Column heading; empty: the default heading'),
});

export const layoutInput = z.object({
  columns: z.array(column).min(1).max(maxColumns),
  hasHeads: z.boolean().default(true).describe('Whether a CSV file has a heading line; a workbook always has one'),
  separator: z.enum(separators).default('semicolon'),
  encoding: z.enum(textEncodings).default('utf8'),
  dates: z.enum(dateForms).default('dmy'),
  genders: z.enum(genderForms).default('mwd'),
  withoutBib: z.boolean().default(true).describe('Whether to include participants without a bib number'),
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

const starterAnswer = z
  .object({
    id: z.int().describe('Participant'),
    orderId: z.int(),
    competitionId: z.int(),
    teamId: z.int(),
    teamName: z.string().nullable(),
    bib: z.string().nullable(),
    chip: z.string().nullable().describe('Timing chip'),
    wave: z.string().nullable().describe('Title of the start wave'),
    waveStart: instant.nullable(),
    firstName: z.string(),
    lastName: z.string(),
    birthDate: z.string().nullable(),
    gender: z.enum(genders).nullable(),
    nation: z.string().nullable(),
    club: z.string().nullable(),
    answers: z.array(z.object({ fieldId: z.int(), value: z.string() })).describe('As stored'),
    articles: z.array(z.object({ articleId: z.int(), name: z.string(), variantName: z.string(), quantity: z.int() })),
  })
  .meta({ id: 'Starter', description: 'Paid participant in a start list' });

export const startListQuery = z.object({
  format: z.enum([...tableFormats, 'json']).default('csv'),
  sort: z.enum(listSorts).default('bib').describe('orderDate: in the sequence of the orders'),
  competitionId: z.coerce.number().int().positive().optional().describe('Omitted: all competitions'),
});

const may = 'bib.manage';
const answer = z.object({ layout: layoutShapeSchema });
const path = '/api/admin/events/{eventId}/start-list/layout';

export const layoutOf = async (read: Reader | Tx, eventId: number): Promise<StartListLayout> =>
  (await settingsOf(read, eventId)).layout ?? usualLayout;

export const startListApi = tagged('Start numbers', [
  api(
    {
      method: 'get',
      path,
      may,
      load: loadEvent,
      summary: 'Returns the layout of the start list for a timing system',
      answer,
    },
    async ({ deps, params: { eventId } }) => ({ layout: await layoutOf(deps.read, eventId) }),
  ),
  api(
    {
      method: 'put',
      path,
      may,
      load: loadEvent,
      summary: 'Changes the layout of the start list for a timing system',
      body: layoutInput,
      answer,
    },
    async ({ deps, viewer, params: { eventId }, body: layout }) => {
      await deps.write((work) => saveLayout(work, { eventId, editorId: viewer.userId, layout }));
      return { layout: await layoutOf(deps.read, eventId) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/start-list',
      may,
      load: loadEvent,
      summary: 'Returns the start list for a timing system: as a file in the saved layout, or as JSON with all data',
      query: startListQuery,
      answer: z.object({ rows: z.array(starterAnswer) }),
    },
    async ({ deps, i18n, params: { eventId }, query: { format, sort, competitionId = null } }) => {
      const catalog = present(await catalogOf(deps.read, eventId), 'its loader found the event');
      if (competitionId !== null && !catalog.competitions.some(({ id }) => id === competitionId))
        refuseFields({ competitionId: ['unknown'] });
      const layout = await layoutOf(deps.read, eventId);
      const about = { catalog, layout, i18n: wordsOf(i18n, catalog), sort, competitionId };
      if (format !== 'json') return startListResponse(deps, about, format);
      return { rows: await listed(deps.read, about) };
    },
  ),
]);
