import * as z from 'zod';
import { collectAll, collectYoung } from '#src/platform/garbage.ts';
import { api, tagged } from '#src/platform/http.ts';
import { letGo } from '#src/platform/let-go.ts';
import { bankLineOutcomes } from '../rules/states.ts';
import { importBankFile, previewBankFile, readToEnd } from './import-bank-file.ts';
import type { ResultRow } from './result.ts';

/** Contract section 2, uploads. */
export const mostBankFileBytes = 64 * 1024 * 1024;
const rowsAPiece = 1000;
/** After so many their texts are collected, */
const rowsOfYoungGarbage = 5 * rowsAPiece;
/** and an answer of so many leaves garbage that is worth a collection of everything. */
const rowsOfGarbage = 20_000;

const rowSchema = z.object({
  bookingDate: z.iso.date(),
  amount: z.int().describe('Cents; below 0 what went out'),
  payerName: z.string(),
  reference: z.string(),
  orderId: z.int().nullable(),
  outcome: z.enum(bankLineOutcomes),
});

/** Very many rows are written a piece at a time, as one text of them all would hold up everybody else. */
function answerOf(given: readonly ResultRow[]): Response {
  const encoder = new TextEncoder();
  let [rows, from] = [given, 0];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = rows
        .slice(from, from + rowsAPiece)
        .map(({ isKnown: _, alsoPaid: __, ...row }) => JSON.stringify(row));
      const isLast = from + rowsAPiece >= rows.length;
      const before = from === 0 ? '{"rows":[' : piece.length > 0 ? ',' : '';
      controller.enqueue(encoder.encode(`${before}${piece.join(',')}${isLast ? ']}' : ''}`));
      from += rowsAPiece;
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
    summary: "Imports a bank's file (camt, MT940, CSV) and pays the orders that its lines name",
    query: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
    upload: { mostBytes: mostBankFileBytes },
    answer: z.object({ rows: z.array(rowSchema) }),
  },
  async ({ deps, viewer, query, readFile }) => {
    const file = await readFile();
    try {
      const whole = await readToEnd(deps, file, viewer.userId);
      letGo(file.bytes);
      if (query.dryRun === 'true') return answerOf((await previewBankFile(deps, whole)).rows);
      return answerOf((await importBankFile(deps, whole, viewer.userId)).rows);
    } finally {
      letGo(file.bytes);
    }
  },
);

export const bankImportApi = tagged('Bank imports', [importTransactions]);
