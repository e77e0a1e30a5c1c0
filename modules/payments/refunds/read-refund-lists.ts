import { and, asc, count, desc, eq, isNull, not, sql } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { buyerEmail, orders } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { RefundRow } from '../money-of-order.ts';
import { ledgerEntries, refundFiles, refunds } from '../schema.ts';

export type ListedRefund = {
  refund: RefundRow;
  eventTitle: string;
  buyer: string;
  language: 'de' | 'en-us';
  /** A person confirmed the payment; neither bank file nor provider did. */
  isSaidAlone: boolean;
};
export type RefundFile = typeof refundFiles.$inferSelect & { open: number };

/** Managers of an event may mark its orders as paid, so refunds based on that alone need a check. */
const isSaidAlone = sql<boolean>`exists (
  select 1 from ${ledgerEntries} where ${ledgerEntries.orderId} = ${refunds.orderId} and ${ledgerEntries.kind} = 'payment'
  and ${ledgerEntries.reference} like 'manual|%')`.mapWith(Boolean);

const listed = (reader: Reader) =>
  reader
    .select({ refund: refunds, eventTitle: events.title, buyer: buyerEmail, language: orders.language, isSaidAlone })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(events, eq(events.id, orders.eventId));

/** Oldest first, so the rest follows. */
const maxRows = 500;

/** Transfers without a file, oldest first. Unpayable: the account is unknown or `ours`, the platform's. */
export async function waitingTransfers(
  reader: Reader,
  ours: string | null,
): Promise<{ payable: ListedRefund[]; withoutAccount: ListedRefund[] }> {
  const isPayee = sql`(${refunds.iban} is not null and ${refunds.iban} <> ${ours ?? ''})`;
  const waiting = (known: boolean) =>
    listed(reader)
      .where(
        and(
          eq(refunds.way, 'transfer'),
          eq(refunds.status, 'pending'),
          isNull(refunds.fileId),
          known ? isPayee : not(isPayee),
        ),
      )
      .orderBy(asc(refunds.id))
      .limit(maxRows);
  return { payable: await waiting(true), withoutAccount: await waiting(false) };
}

/** Refunds that failed or have no answer from the provider. */
export const failedRefunds = (reader: Reader): Promise<ListedRefund[]> =>
  listed(reader)
    .where(
      sql`${refunds.status} = 'failed' or (${refunds.status} = 'pending' and ${refunds.way} = 'provider' and ${refunds.tries} > 1)`,
    )
    .orderBy(asc(refunds.id))
    .limit(maxRows);

const filesWithOpen = (reader: Reader) =>
  reader
    .select({ file: refundFiles, open: count(refunds.id) })
    .from(refundFiles)
    .leftJoin(refunds, and(eq(refunds.fileId, refundFiles.id), eq(refunds.status, 'pending')))
    .groupBy(refundFiles.id);

export const listRefundFiles = async (reader: Reader): Promise<RefundFile[]> => {
  const rows = await filesWithOpen(reader).orderBy(desc(refundFiles.id)).limit(100);
  return rows.map(({ file, open }) => ({ ...file, open }));
};

export async function refundFileOf(
  reader: Reader,
  fileId: number,
): Promise<{ file: RefundFile; rows: ListedRefund[] } | null> {
  const [found] = await filesWithOpen(reader).where(eq(refundFiles.id, fileId));
  if (!found) return null;
  const rows = await listed(reader).where(eq(refunds.fileId, fileId)).orderBy(asc(refunds.id));
  return { file: { ...found.file, open: found.open }, rows };
}
