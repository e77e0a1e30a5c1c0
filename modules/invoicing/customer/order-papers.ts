import { asc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { invoices } from '../schema.ts';

export type PaperRow = typeof invoices.$inferSelect;

/** All papers of an order in the sequence of their issue. */
export const papersOf = (reader: Reader | Tx, orderId: number): PromiseLike<PaperRow[]> =>
  reader.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.id));

/** The invoice that counts: the newest one, whatever was credited of it. */
export const invoiceAmong = <P extends Pick<PaperRow, 'kind'>>(papers: readonly P[]): P | null =>
  papers.findLast(({ kind }) => kind === 'invoice') ?? null;
