import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { addressSchema } from '#modules/accounts/rules/address.ts';
import { catalogOf, loadEvent } from '#modules/events/index.ts';
import { participantFieldSchemas, quoteShape, quoteShapeSchema } from '#modules/orders/index.ts';
import { registrationCodes } from '#modules/orders/rules/problems.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { api, tagged } from '#src/web/http.ts';
import { bookImport } from './book-import.ts';
import { type GivenColumns, importOf, readList, requireColumns, saveImport } from './imports.ts';
import { ignoredColumn } from './rules/fields.ts';
import { countLines, lineOutcomes } from './rules/line.ts';
import { importPayments, refuse } from './rules/problems.ts';
import type { ParticipantImport } from './schema.ts';

/** Contract section 2, uploads. */
export const maxListBytes = 64 * 1024 * 1024;
const may = 'participant.import' as const;
const base = '/api/admin/events/{eventId}/participant-imports' as const;

const lineSchema = z
  .object({
    line: z.int().describe('Line of the file, counted from 1'),
    outcome: z.enum(lineOutcomes),
    errors: z.array(z.string()).describe('Why the line is not registered, in the language of the request'),
    participant: z.object({
      ...participantFieldSchemas,
      competitionId: z.int().nullable(),
      teamName: z.string().nullable(),
    }),
  })
  .meta({ id: 'ImportedLine', description: 'Line of a participant list and its outcome' });

const importAnswer = z.object({
  import: z
    .object({
      id: z.int(),
      columns: z.array(
        z.object({
          head: z.string(),
          field: z.string().describe('A participant field, competition, team, question:<id>, article:<id>, or ignored'),
        }),
      ),
      rows: z.array(lineSchema),
      counts: z.object({ new: z.int(), duplicate: z.int(), refused: z.int() }),
      quote: quoteShapeSchema.nullable().describe('Price of the new people; null when they cannot be booked'),
    })
    .meta({ id: 'ParticipantImport', description: 'Participant list, decided line by line and not booked yet' }),
});

export const emailPayer = z.strictObject({ email: emailSchema, contactAddress: addressSchema });
const payerSchema = z.union([z.strictObject({ companyId: z.int().min(1) }), emailPayer]);
export const applyBody = z.object({ payer: payerSchema, payment: z.enum(importPayments), sendTickets: z.boolean() });

/** Names that the answer and bookings use for the same. */
const aliases: Readonly<Record<string, string>> = { competitionId: 'competition', teamName: 'team' };
const columnsSchema = z.record(
  z.string().min(1).max(1000),
  z
    .string()
    .max(100)
    .transform((field) => (Object.hasOwn(aliases, field) && aliases[field]) || field),
);

/** @throws Problem VALIDATION_FAILED at `columns` */
function columnsIn(text: string | undefined): GivenColumns | null {
  if (!text) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseFields({ columns: ['participantImports.columns.error.unknown'] });
  }
  const parsed = columnsSchema.safeParse(value);
  return parsed.success ? parsed.data : refuseFields({ columns: ['participantImports.columns.error.unknown'] });
}

type NamesImport = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { eventId: number; importId: number };
};

/** @throws Problem NOT_FOUND */
export const loadImport = async (call: NamesImport): Promise<ParticipantImport> =>
  importOf(call.deps.read, { importId: call.params.importId, eventId: await loadEvent(call), buyerId: null });

export const participantImportApi = tagged('Participant lists', [
  api(
    {
      method: 'post',
      path: base,
      may,
      load: loadEvent,
      summary:
        'Reads a participant list (CSV or XLSX, up to 1,000 people) and decides each line. Books nothing. The list waits for 24 hours.',
      upload: {
        maxBytes: maxListBytes,
        fields: {
          columns:
            'JSON: name of a column, or #3 for the third, to a participant field, competition, team, question:<id>, article:<id> or ignored. Other columns are as chosen before for the same heads, or recognized.',
        },
      },
      status: 201,
      answer: importAnswer,
    },
    async ({ deps, viewer, clientAddress, i18n, now, record: eventId, readFile }) => {
      const catalog = (await catalogOf(deps.read, eventId)) ?? refuse('NOT_FOUND');
      const caller = { deps, viewer, clientAddress, i18n, now };
      const { bytes, name, fields } = await readFile();
      const list = await readList(caller, catalog, { bytes, name }, columnsIn(fields.columns), { isOwn: false });
      requireColumns(catalog, list, i18n);
      const { record, evaluation } = await saveImport(caller, catalog, list, { isOwn: false });
      return {
        import: {
          id: record.id,
          columns: list.heads.map((head, at) => ({ head, field: list.fields[at] ?? ignoredColumn })),
          rows: evaluation.lines,
          counts: countLines(evaluation.lines),
          quote: evaluation.quote && quoteShape(evaluation.quote, i18n),
        },
      };
    },
  ),
  api(
    {
      method: 'post',
      path: `${base}/{importId}/apply`,
      may,
      load: loadImport,
      refuses: [
        ...registrationCodes,
        'PARTICIPANT_IMPORT_EMPTY',
        'PAYMENT_INIT_FAILED',
        'ORDER_AWAITS_MEMBER',
        'COMPANY_LIMIT_REACHED',
        'COMPANY_ORDER_NOT_POSSIBLE',
      ],
      summary: 'Books the new people of a participant list as one order. Repeated calls book once.',
      body: applyBody,
      status: 201,
      answer: z.object({ orderId: z.int() }),
    },
    async ({ deps, viewer, i18n, record: { id: importId, eventId }, body }) => {
      const { config } = deps;
      const at = { importId, eventId, editorId: viewer.userId, language: i18n.locale, config };
      return { orderId: await deps.write((work) => bookImport(work, at, body)) };
    },
  ),
]);
