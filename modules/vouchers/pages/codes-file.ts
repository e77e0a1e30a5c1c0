import { create as contentDisposition } from 'content-disposition';
import { csvFile, csvType } from '#src/kernel/csv.ts';
import { formatCentsInput } from '#src/ui/format.ts';
import { listCodes } from '../read-management.ts';
import { codesFilter, codesQuery } from './codes-filter.ts';
import type { ManagedType } from './managed-type.ts';

/** A statement asks for the uses of so many codes by their ids. */
const codesAStatement = 5000;

/** The codes that the list shows, all pages of it, as a table for spreadsheets. */
export async function codesFile({ call, type }: ManagedType): Promise<Response> {
  const { deps, words, query } = call;
  const filter = codesFilter(query);
  const lines = [
    [
      words.t('vouchers.codes.code'),
      words.t('vouchers.codes.status'),
      words.t('vouchers.types.orders'),
      words.t('vouchers.codes.discountEuro'),
    ],
  ];
  for (let offset = 0; ; offset += codesAStatement) {
    const { rows } = await listCodes(deps.read, type.id, codesQuery(filter, offset, codesAStatement));
    for (const { code, status, orderIds, discountAmount } of rows) {
      const discount = formatCentsInput(discountAmount, words.locale);
      lines.push([code, words.t(`vouchers.status.${status}`), orderIds.join(', '), discount]);
    }
    if (rows.length < codesAStatement) break;
  }
  return new Response(csvFile(lines), {
    headers: {
      'content-type': csvType,
      'content-disposition': contentDisposition(`codes-${type.eventId}-${type.id}.csv`),
      'cache-control': 'no-store',
    },
  });
}
