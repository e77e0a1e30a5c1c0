import type { OrderPaper } from '#modules/orders/rules/order-money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paperLink } from '../papers/paper-link.ts';
import { papersOf } from './order-papers.ts';

/** The papers of an order with their links, for its pages. Most orders have none, which costs nothing. */
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
