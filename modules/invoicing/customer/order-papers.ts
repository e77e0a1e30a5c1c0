import type { OrderPaper } from '#modules/orders/rules/order-money.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRows } from '#src/data/hot-statements.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paperLink } from '../papers/read-papers.ts';
import { invoices } from '../schema.ts';

export type PaperRow = typeof invoices.$inferSelect;

export const papersOf = (reader: Reader | Tx, orderId: number): PromiseLike<PaperRow[]> =>
  selectRows(reader, invoices, 'where order_id = ? order by id', [orderId]);

/** The latest invoice is the valid one. */
export const invoiceAmong = <P extends Pick<PaperRow, 'kind'>>(papers: readonly P[]): P | null =>
  papers.findLast(({ kind }) => kind === 'invoice') ?? null;

export async function visiblePapers(
  deps: Pick<Deps, 'read' | 'config' | 'signer' | 'clock'>,
  { id: orderId, linkVersion, hasInvoice }: { id: number; linkVersion: number; hasInvoice: boolean },
): Promise<OrderPaper[]> {
  if (!hasInvoice) return [];
  const papers = await papersOf(deps.read, orderId);
  return papers.map(({ id, number, kind, total, issuedAt }) => {
    const downloadLink = paperLink(deps, { id, linkVersion }, deps.clock());
    return { id, number, kind, total, issuedAt, downloadLink };
  });
}
