import { and, asc, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { invoiceFiles, invoiceMails, invoices, settlements } from '../schema.ts';

export async function billedSettlement(reader: Reader | Tx, settlementId: number) {
  const [row] = await reader
    .select({ settlement: settlements, eventTitle: events.title, timeZone: events.timeZone })
    .from(settlements)
    .innerJoin(events, eq(events.id, settlements.eventId))
    .where(eq(settlements.id, settlementId));
  return row ?? null;
}

/** Closed settlements whose fees are not billed yet. */
export const unbilledSettlements = (reader: Reader): PromiseLike<{ id: number }[]> =>
  reader
    .select({ id: settlements.id })
    .from(settlements)
    .leftJoin(invoices, eq(invoices.settlementId, settlements.id))
    .where(and(ne(settlements.fees, zeroCents), isNull(invoices.id)))
    .orderBy(asc(settlements.id))
    .limit(50);

/** The paper that a credit note for fees refers to. */
export async function lastBillOf(reader: Reader | Tx, eventId: number): Promise<{ id: number } | null> {
  const [last] = await reader
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(settlements, eq(settlements.id, invoices.settlementId))
    .where(and(eq(settlements.eventId, eventId), eq(invoices.kind, 'invoice')))
    .orderBy(desc(invoices.id))
    .limit(1);
  return last ?? null;
}

const mailed = (reader: Reader) =>
  reader
    .select({
      invoice: invoices,
      settlement: settlements,
      eventTitle: events.title,
      organizerName: organizers.name,
      email: organizers.email,
      sentTo: invoiceMails.recipient,
      file: invoiceFiles.file,
    })
    .from(invoices)
    .innerJoin(settlements, eq(settlements.id, invoices.settlementId))
    .innerJoin(events, eq(events.id, settlements.eventId))
    .innerJoin(organizers, eq(organizers.id, invoices.organizerId))
    .leftJoin(invoiceMails, eq(invoiceMails.invoiceId, invoices.id))
    .leftJoin(invoiceFiles, eq(invoiceFiles.invoiceId, invoices.id));
export type FeeInvoice = Awaited<ReturnType<typeof mailed>>[number];

const isOfPlatform = eq(invoices.sellerKind, 'platform');

export const unmailedInvoices = (reader: Reader): PromiseLike<FeeInvoice[]> =>
  mailed(reader)
    .where(and(isOfPlatform, isNull(invoiceMails.invoiceId), isNotNull(organizers.email), ne(organizers.email, '')))
    .orderBy(asc(invoices.issuedAt), asc(invoices.id))
    .limit(20);

export async function invoiceOfSettlement(reader: Reader, settlementId: number): Promise<FeeInvoice | null> {
  const [row] = await mailed(reader).where(eq(invoices.settlementId, settlementId));
  return row ?? null;
}
