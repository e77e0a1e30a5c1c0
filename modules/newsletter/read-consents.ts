import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { OrderStatus } from '#modules/orders/rules/order-state.ts';
import { orders } from '#modules/orders/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Consent, newsletterConsents } from './schema.ts';

export async function consentOf(reader: Reader | Tx, id: number): Promise<Consent | null> {
  const [consent] = await reader.select().from(newsletterConsents).where(eq(newsletterConsents.id, id));
  return consent ?? null;
}

export type NamedConsent = Consent & { organizer: string; event: string };

export async function consentsOf(reader: Reader | Tx, userId: number): Promise<NamedConsent[]> {
  const rows = await reader
    .select({ consent: newsletterConsents, organizer: organizers.name, event: events.title })
    .from(newsletterConsents)
    .innerJoin(organizers, eq(organizers.id, newsletterConsents.organizerId))
    .innerJoin(events, eq(events.id, newsletterConsents.eventId))
    .where(eq(newsletterConsents.userId, userId))
    .orderBy(desc(newsletterConsents.givenAt), desc(newsletterConsents.id));
  return rows.map(({ consent, ...names }) => ({ ...consent, ...names }));
}

export type OrderFilter = {
  eventId: number;
  span: { from: Instant | null; to: Instant | null };
  statuses: readonly OrderStatus[];
};

/** Proven consents of these orders that were not withdrawn: the first `max` rows with an id above `after`. */
export async function provenConsents(
  reader: Reader | Tx,
  { eventId, span, statuses }: OrderFilter,
  { after = 0, most }: { after?: number; most: number },
): Promise<Consent[]> {
  const rows = await reader
    .select({ consent: newsletterConsents })
    .from(newsletterConsents)
    .innerJoin(orders, eq(orders.id, newsletterConsents.orderId))
    .where(
      and(
        eq(newsletterConsents.eventId, eventId),
        gt(newsletterConsents.id, after),
        isNotNull(newsletterConsents.provenAt),
        isNull(newsletterConsents.withdrawnAt),
        inArray(orders.status, [...statuses]),
        span.from === null ? undefined : gte(orders.orderDate, span.from),
        span.to === null ? undefined : lt(orders.orderDate, span.to),
      ),
    )
    .orderBy(asc(newsletterConsents.id))
    .limit(most);
  return rows.map(({ consent }) => consent);
}

export async function hasConsents(reader: Reader | Tx, eventId: number): Promise<boolean> {
  const [found] = await reader
    .select({ id: newsletterConsents.id })
    .from(newsletterConsents)
    .where(eq(newsletterConsents.eventId, eventId))
    .limit(1);
  return found !== undefined;
}
