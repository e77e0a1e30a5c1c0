import { and, eq, exists, gt, inArray, isNull, sql } from 'drizzle-orm';
import { eventOrganizers } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import { eventMoneySums } from '#modules/payments/schema.ts';
import type { Reader } from '#src/data/database.ts';

/** Main organizers among these with money on the platform but no account. */
export async function withoutPayoutAccount(
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
