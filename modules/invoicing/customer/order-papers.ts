import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import { invoices } from '../schema.ts';

export type PaperRow = typeof invoices.$inferSelect;

export const papersOf = (reader: Reader | Tx, orderId: number): PromiseLike<PaperRow[]> =>
  selectRows(reader, invoices, 'where order_id = ? order by id', [orderId]);

/** The latest invoice is the valid one. */
export const invoiceAmong = <P extends Pick<PaperRow, 'kind'>>(papers: readonly P[]): P | null =>
  papers.findLast(({ kind }) => kind === 'invoice') ?? null;
