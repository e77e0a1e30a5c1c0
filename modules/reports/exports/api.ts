import { inArray } from 'drizzle-orm';
import type { Context } from 'hono';
import * as z from 'zod';
import { loadEvent, loadManagedEvents } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { fileHeaders, tableFormats, tableResponse, xlsxType } from '#src/files/tables/table-file.ts';
import { Problem } from '#src/kernel/problem.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { cents, instant, type RecordOf } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { findIds, inSequence } from '#src/web/list/find.ts';
import { listQueryOf, questionOf } from '#src/web/list/query.ts';
import { exportKinds, orderExports } from '../rules/export-kinds.ts';
import { refuse } from '../rules/problems.ts';
import { exports } from '../schema.ts';
import { nothingPath } from './export-listing.tsx';
import { type ExportRequest, exportFileName, exportTable } from './make-table.ts';
import { accountingRows } from './money-tables.ts';
import {
  calledLinkEnd,
  exportFilePath,
  exportOf,
  exportSource,
  type ListedExport,
  mayHaveExport,
  readExports,
  signedExportLink,
} from './read-exports.ts';
import { exportFiles, exportsJob } from './run-exports.ts';
import { askForExport, dayText, exportInput, formatSchema, noteExport } from './store-export.ts';

const fileQuery = z.object({ format: formatSchema.default('csv'), from: dayText.optional(), to: dayText.optional() });

type Called = { deps: Deps; viewer: Viewer; i18n: Translator; context: Context };

/** Streams the file. A browser without data is redirected to the page that says so. */
async function answerFile(
  { deps, viewer, i18n, context }: Called,
  request: Pick<ExportRequest, 'kind' | 'eventId'>,
  { format, from, to }: z.output<typeof fileQuery>,
): Promise<Response> {
  const about = { ...request, from: from ?? null, to: to ?? null };
  const made = await exportTable({ deps, i18n }, about).catch((error: unknown) => {
    const isNothing = error instanceof Problem && error.code === 'NO_ORDERS_FOR_EVENT_FOUND';
    if (!isNothing || !context.req.header('accept')?.includes('text/html')) throw error;
    return null;
  });
  if (!made) return context.redirect(nothingPath(request), 303);
  const { table } = made;
  await deps.write((work) => noteExport(work, { ...about, format, editorId: viewer.userId }));
  return tableResponse(table, format, deps.log);
}

const rowShape = z
  .object({
    id: z.int(),
    kind: z.enum(exportKinds),
    eventId: z.int().nullable(),
    eventTitle: z.string().nullable(),
    format: formatSchema,
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.int().describe('Percent, 0 to 100'),
    problem: z.string().nullable().describe('Error code of the catalog; null unless the export failed'),
    createdAt: instant,
    fromDate: z.string().nullable(),
    toDate: z.string().nullable(),
    mailTo: z.string().nullable(),
    endsAt: instant.describe('When the file is removed'),
    downloadLink: z.string().nullable().describe('Opens the file without a session, for 15 minutes'),
  })
  .meta({ id: 'Export', description: 'Export made by a job' });

const withLink = (deps: Deps, row: ListedExport): RecordOf<typeof rowShape> => ({
  ...row,
  downloadLink: row.fileName ? signedExportLink(deps, row.id, calledLinkEnd(row.endsAt, deps.clock())) : null,
});

const listAnswer = z.object({ count: z.int(), rows: z.array(rowShape) });

export const exportApi = tagged('Exports', [
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/export/orders/{kind}',
      params: z.object({ eventId: z.coerce.number().int().positive(), kind: z.enum(orderExports) }),
      may: 'export.make',
      refuses: ['NO_ORDERS_FOR_EVENT_FOUND'],
      summary: 'Exports the orders of an event in every state (CSV or XLSX)',
      load: loadEvent,
      query: fileQuery,
    },
    (call) => answerFile(call, call.params, call.query),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/event/{eventId}/export/race-fields',
      may: 'export.make',
      refuses: ['NO_ORDERS_FOR_EVENT_FOUND'],
      summary: 'Exports the participants of an event with a column for each form field',
      load: loadEvent,
      query: fileQuery,
    },
    (call) => answerFile(call, { kind: 'race-fields', eventId: call.params.eventId }, call.query),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/lvs-export',
      may: 'export.make',
      refuses: ['NO_ORDERS_FOR_EVENT_FOUND'],
      summary: 'Exports the participants of an event in the format of athletics associations',
      load: loadEvent,
      query: fileQuery,
    },
    (call) => answerFile(call, { kind: 'lvs', eventId: call.params.eventId }, call.query),
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/statistics/accounting/overview',
      may: 'export.platform',
      refuses: ['NO_ORDERS_FOR_EVENT_FOUND'],
      summary: 'Returns the revenue by organizer, event and tax rate, and the organizers’ share',
      query: fileQuery.extend({ format: z.enum(['json', ...tableFormats]).default('json') }),
      answer: z.object({
        rows: z.array(
          z.object({
            organizerId: z.int().nullable(),
            organizerName: z.string().nullable(),
            eventId: z.int(),
            eventTitle: z.string(),
            rate: z.number().describe('Percent'),
            net: cents,
            tax: cents,
            gross: cents,
            refunded: cents,
            fee: cents,
            disagio: cents,
            payout: cents.describe(
              'gross − refunded − fee − disagio − held − cash + vouchers − articles: the amount that settlements pay out',
            ),
            held: cents.describe('Unconfirmed payments, and payments of pending orders'),
            vouchers: cents.describe('Voucher discounts that the platform pays'),
            articles: cents.describe('Articles sold by the platform itself'),
            cash: cents.describe(
              'Part of gross − refunded that the organizer already has: cash, and payments with its gift cards',
            ),
          }),
        ),
      }),
    },
    async (call) => {
      const { format, from, to } = call.query;
      if (format !== 'json') return answerFile(call, { kind: 'accounting', eventId: null }, { format, from, to });
      return { rows: await accountingRows(call.deps.read, { from: from ?? null, to: to ?? null }, call.now) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/exports',
      may: 'export.make',
      summary: 'Lists the background exports of the caller’s events, pending and finished, newest first',
      load: loadManagedEvents,
      query: listQueryOf(exportSource(null)),
      answer: listAnswer,
    },
    async ({ deps, record, query }) => {
      const source = exportSource(record === 'all' ? null : record);
      const { count, ids } = await findIds(deps.read, source, questionOf(query));
      const found = ids.length > 0 ? await readExports(deps.read, inArray(exports.id, ids)) : [];
      return { count, rows: inSequence(ids, found, ({ id }) => id).map((row) => withLink(deps, row)) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/exports',
      may: 'export.make',
      refuses: ['NO_ORDERS_FOR_EVENT_FOUND'],
      summary:
        'Starts a background export. When it is ready, a mail goes to `mailTo` at once, otherwise to the caller after two days.',
      load: loadManagedEvents,
      body: exportInput,
      status: 201,
      answer: listAnswer,
    },
    async ({ deps, viewer, i18n, body }) => {
      const { eventId = null, from = null, to = null, mailTo = null } = body;
      const request = { ...body, eventId, from, to, mailTo, language: i18n.locale };
      const exportId = await deps.write((work) => askForExport(work, viewer, request));
      deps.runNow(exportsJob);
      const row = (await exportOf(deps.read, exportId)) ?? refuse('NOT_FOUND');
      return { count: 1, rows: [withLink(deps, row)] };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/exports/{exportId}/file',
      may: 'document.open',
      mediaType: ['text/csv', xlsxType],
      summary: 'Downloads an export with its signed link, or as a user with access to it',
      query: z.object({ expires: z.string().max(20).optional(), signature: z.string().max(100).optional() }),
    },
    async ({ deps, viewer, i18n, params: { exportId }, now, context }) => {
      const query = new URL(context.req.url).searchParams;
      const row = (await exportOf(deps.read, exportId)) ?? refuse('NOT_FOUND');
      const isOpen =
        deps.signer.isSigned(exportFilePath(exportId), query, now) ||
        (viewer?.level === 'verified' && (await mayHaveExport(deps.read, viewer, row)));
      const file = isOpen && row.fileName ? await exportFiles(deps).read(row.fileName) : null;
      if (!file) return refuse('NOT_FOUND');
      const { fromDate, toDate } = row;
      const day = dateIn(row.createdAt, i18n.timeZone);
      const name = exportFileName({ ...row, from: fromDate, to: toDate, day });
      return new Response(file.body, {
        headers: {
          ...fileHeaders(name, row.format),
          'content-length': String(file.size),
          'referrer-policy': 'same-origin',
          'x-robots-tag': 'noindex, noarchive',
        },
      });
    },
  ),
]);
