import * as z from 'zod';
import { refuseFields } from '#src/kernel/problem.ts';
import { collectAll, collectYoung } from '#src/runtime/garbage.ts';
import { releaseBuffer } from '#src/runtime/release-buffer.ts';
import { cents } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { type ColumnField, columnFields } from '../bank-files/table-columns.ts';
import { bankLineOutcomes } from '../rules/states.ts';
import { type GivenColumns, importBankFile, previewBankFile, readToEnd, saveColumns } from './import-bank-file.ts';
import type { ResultRow } from './result.ts';

/** Contract section 2, uploads. */
export const maxBankFileBytes = 64 * 1024 * 1024;
const rowsPerPiece = 1000;
/** Parsed rows after which the young generation is collected. */
const rowsOfYoungGarbage = 5 * rowsPerPiece;
/** Rows of a response after which the whole heap is collected. */
const rowsOfGarbage = 20_000;

const rowSchema = z
  .object({
    bookingDate: z.iso.date(),
    amount: cents.describe('In cents; negative for outgoing payments'),
    payerName: z.string(),
    reference: z.string(),
    orderId: z.int().nullable(),
    outcome: z.enum(bankLineOutcomes),
  })
  .meta({ id: 'BankTransaction', description: 'Line of a bank file and its outcome' });

const fieldNames = Object.keys(columnFields) as [ColumnField, ...ColumnField[]];
const columnsSchema = z.record(z.string().min(1).max(200), z.enum(fieldNames));

/** @throws Problem VALIDATION_FAILED for invalid JSON or an unknown field */
function columnsIn(text: string | undefined): GivenColumns {
  if (!text) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseFields({ columns: ['imports.refused.choice'] });
  }
  const parsed = columnsSchema.safeParse(value);
  return parsed.success ? parsed.data : refuseFields({ columns: ['imports.refused.choice'] });
}

function answerOf(given: readonly ResultRow[]): Response {
  const encoder = new TextEncoder();
  let [rows, from] = [given, 0];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rows
        .slice(from, from + rowsPerPiece)
        .map(({ isKnown: _, alsoPaid: __, ...row }) => JSON.stringify(row));
      const isLast = from + rowsPerPiece >= rows.length;
      const before = from === 0 ? '{"rows":[' : piece.length > 0 ? ',' : '';
      controller.enqueue(encoder.encode(`${before}${piece.join(',')}${isLast ? ']}' : ''}`));
      from += rowsPerPiece;
      if (from % rowsOfYoungGarbage === 0) collectYoung();
      if (!isLast) return;
      controller.close();
      const isLarge = rows.length >= rowsOfGarbage;
      rows = [];
      if (isLarge) collectAll();
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
}

const importTransactions = api(
  {
    method: 'post',
    path: '/api/admin/imports/bank-transactions',
    may: 'import.run',
    refuses: ['IMPORT_FAILED'],
    summary:
      'Imports a bank file (camt, MT940, CSV, xlsx, or a ZIP of them) and pays the matching orders. A list with unknown columns answers 400 with details.columns. The form field columns (JSON, from column name or #3 to field) then assigns them, and the assignment is saved for that bank.',
    query: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
    upload: {
      maxBytes: maxBankFileBytes,
      fields: {
        columns: `JSON: name of a column, or #3 for the third, to one of ${fieldNames.join(', ')}.`,
      },
    },
    answer: z.object({ rows: z.array(rowSchema) }),
  },
  async ({ deps, viewer, query, readFile }) => {
    const { bytes, name, fields } = await readFile();
    try {
      const columns = columnsIn(fields.columns);
      const whole = await readToEnd(deps, { bytes, name, columns }, viewer.userId);
      releaseBuffer(bytes);
      if (query.dryRun === 'true') return answerOf((await previewBankFile(deps, whole)).rows);
      const { chosen } = whole;
      if (columns && chosen) await deps.write((work) => saveColumns(work, chosen, viewer.userId));
      return answerOf((await importBankFile(deps, whole, viewer.userId)).rows);
    } finally {
      releaseBuffer(bytes);
    }
  },
);

export const bankImportApi = tagged('Bank imports', [importTransactions]);
