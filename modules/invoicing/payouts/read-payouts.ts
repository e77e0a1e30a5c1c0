import { and, asc, count, desc, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { payoutFiles, payouts, settlements } from '../schema.ts';

export type PayoutRow = typeof payouts.$inferSelect;
export type PayoutFileRow = typeof payoutFiles.$inferSelect;
/** A payout with whose it is and where it would go now. */
export type ListedPayout = {
  payout: PayoutRow;
  settlement: Pick<typeof settlements.$inferSelect, 'id' | 'number' | 'eventId' | 'organizerId' | 'until'>;
  eventTitle: string;
  organizer: Pick<typeof organizers.$inferSelect, 'name' | 'iban' | 'bic' | 'paymentReference'>;
};

const listed = (reader: Reader | Tx) =>
  reader
    .select({
      payout: payouts,
      settlement: {
        id: settlements.id,
        number: settlements.number,
        eventId: settlements.eventId,
        organizerId: settlements.organizerId,
        until: settlements.until,
      },
      eventTitle: events.title,
      organizer: {
        name: organizers.name,
        iban: organizers.iban,
        bic: organizers.bic,
        paymentReference: organizers.paymentReference,
      },
    })
    .from(payouts)
    .innerJoin(settlements, eq(settlements.id, payouts.settlementId))
    .innerJoin(events, eq(events.id, settlements.eventId))
    .innerJoin(organizers, eq(organizers.id, settlements.organizerId));

const waits = and(eq(payouts.status, 'open'), isNull(payouts.fileId));

/** Payouts that no file has yet, oldest first. */
export const waitingPayouts = (reader: Reader | Tx): Promise<ListedPayout[]> =>
  listed(reader).where(waits).orderBy(asc(payouts.id)).limit(2000);

export async function payoutById(reader: Reader | Tx, payoutId: number): Promise<ListedPayout | null> {
  const [found] = await listed(reader).where(eq(payouts.id, payoutId));
  return found ?? null;
}

/** Of a settlement, the one that lives last. */
export const payoutsOfSettlement = (reader: Reader | Tx, settlementId: number): Promise<ListedPayout[]> =>
  listed(reader).where(eq(payouts.settlementId, settlementId)).orderBy(asc(payouts.id));

export type PayoutFile = PayoutFileRow & { open: number };
const filesWithOpen = (reader: Reader | Tx, where?: SQL) =>
  reader
    .select({ file: payoutFiles, open: count(payouts.id) })
    .from(payoutFiles)
    .leftJoin(payouts, and(eq(payouts.fileId, payoutFiles.id), eq(payouts.status, 'open')))
    .where(where)
    .groupBy(payoutFiles.id);

/** Files of payouts, newest first; `within`: made in that time. */
export async function listPayoutFiles(
  reader: Reader,
  { from, to }: { from: number | null; to: number | null } = { from: null, to: null },
): Promise<PayoutFile[]> {
  const within = and(
    from === null ? undefined : gte(payoutFiles.createdAt, sql`${from}`),
    to === null ? undefined : lt(payoutFiles.createdAt, sql`${to}`),
  );
  const rows = await filesWithOpen(reader, within).orderBy(desc(payoutFiles.id)).limit(500);
  return rows.map(({ file, open }) => ({ ...file, open }));
}

/** A file with everything that was put into it, also what came back. */
export async function payoutFileOf(
  reader: Reader | Tx,
  fileId: number,
): Promise<{ file: PayoutFile; rows: ListedPayout[] } | null> {
  const [found] = await filesWithOpen(reader, eq(payoutFiles.id, fileId));
  if (!found) return null;
  const rows = await listed(reader).where(eq(payouts.fileId, fileId)).orderBy(asc(payouts.id));
  return { file: { ...found.file, open: found.open }, rows };
}

/** Payouts that are on their way or were paid not long ago: those that the bank may send back. */
export const recentPayouts = (reader: Reader): Promise<ListedPayout[]> =>
  listed(reader)
    .where(or(eq(payouts.status, 'paid'), and(eq(payouts.status, 'open'), sql`${payouts.fileId} is not null`)))
    .orderBy(desc(payouts.id))
    .limit(100);
