import { and, asc, desc, eq, exists, gt, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { eventMoneySums } from '#modules/payments/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { payoutFiles, payoutMisfits, payouts, settlements } from '../schema.ts';

export type PayoutRow = typeof payouts.$inferSelect;
export type PayoutFileRow = typeof payoutFiles.$inferSelect;
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

/** Payouts in no file yet, oldest first. */
export const waitingPayouts = (reader: Reader | Tx): Promise<ListedPayout[]> =>
  listed(reader).where(waits).orderBy(asc(payouts.id)).limit(2000);

export async function payoutById(reader: Reader | Tx, payoutId: number): Promise<ListedPayout | null> {
  const [found] = await listed(reader).where(eq(payouts.id, payoutId));
  return found ?? null;
}

export type PayoutFile = PayoutFileRow & { open: number; returned: number };
const filesWithOpen = (reader: Reader | Tx, where?: SQL) =>
  reader
    .select({
      file: payoutFiles,
      open: sql<number>`count(case when ${payouts.status} = 'open' then 1 end)`.mapWith(Number),
      returned: sql<number>`count(case when ${payouts.status} = 'returned' then 1 end)`.mapWith(Number),
    })
    .from(payoutFiles)
    .leftJoin(payouts, eq(payouts.fileId, payoutFiles.id))
    .where(where)
    .groupBy(payoutFiles.id);

export async function listPayoutFiles(reader: Reader): Promise<PayoutFile[]> {
  const rows = await filesWithOpen(reader).orderBy(desc(payoutFiles.id)).limit(500);
  return rows.map(({ file, open, returned }) => ({ ...file, open, returned }));
}

/** Includes returned payouts. */
export async function payoutFileOf(
  reader: Reader | Tx,
  fileId: number,
): Promise<{ file: PayoutFile; rows: ListedPayout[] } | null> {
  const [found] = await filesWithOpen(reader, eq(payoutFiles.id, fileId));
  if (!found) return null;
  const rows = await listed(reader).where(eq(payouts.fileId, fileId)).orderBy(asc(payouts.id));
  return { file: { ...found.file, open: found.open, returned: found.returned }, rows };
}

export const recentPayouts = (reader: Reader): Promise<ListedPayout[]> =>
  listed(reader).where(isNotNull(payouts.fileId)).orderBy(desc(payouts.id)).limit(100);

export type PayoutMisfit = typeof payoutMisfits.$inferSelect;
export const payoutMisfitsSince = (reader: Reader, since: Instant): Promise<PayoutMisfit[]> =>
  reader
    .select()
    .from(payoutMisfits)
    .where(gte(payoutMisfits.createdAt, since))
    .orderBy(desc(payoutMisfits.createdAt), desc(payoutMisfits.id))
    .limit(100);

/** Main organizers among these with money on the platform but no account. */
export async function organizersWithoutAccount(
  reader: Reader,
  organizerIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (organizerIds.length === 0) return [];
  const withMoney = reader
    .select({ one: sql`1` })
    .from(eventOrganizers)
    .innerJoin(eventMoneySums, eq(eventMoneySums.eventId, eventOrganizers.eventId))
    .where(
      and(
        eq(eventOrganizers.organizerId, organizers.id),
        eq(eventOrganizers.isMain, true),
        gt(eventMoneySums.received, eventMoneySums.refunded),
      ),
    );
  return reader
    .select({ id: organizers.id, name: organizers.name })
    .from(organizers)
    .where(and(inArray(organizers.id, [...organizerIds]), isNull(organizers.iban), exists(withMoney)));
}
