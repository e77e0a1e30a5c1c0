import { and, asc, count, countDistinct, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { articles, articleVariants, events } from '#modules/events/schema.ts';
import { eventViews } from '#modules/events/schema-views.ts';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orders } from '#modules/orders/schema.ts';
import { voucherRedemptions, vouchers, voucherTypes } from '#modules/vouchers/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { byName } from '#src/web/list/name-order.ts';
import type { Span } from '../rules/days.ts';
import { soldArticles } from '../schema.ts';

export type ArticleSale = {
  eventId: number;
  eventTitle: string;
  articleId: number;
  name: string;
  variantId: number;
  variantName: string;
  sold: number;
  available: number;
  revenue: Cents;
};

/**
 * Article variants of one or all events: sold in complete and shipped orders, revenue, and stock left. Latest event
 * first.
 */
export async function readArticleSales(reader: Reader, eventId?: number): Promise<ArticleSale[]> {
  return await reader
    .select({
      eventId: events.id,
      eventTitle: events.title,
      articleId: articles.id,
      name: articles.name,
      variantId: articleVariants.id,
      variantName: articleVariants.name,
      sold: sql<number>`coalesce(${soldArticles.quantity}, 0)`.mapWith(Number),
      available: sql<number>`${articleVariants.total} - ${articleVariants.sold}`.mapWith(Number),
      revenue: sql`coalesce(${soldArticles.revenue}, 0)`.mapWith((sum) => cents(Number(sum))),
    })
    .from(articleVariants)
    .innerJoin(articles, eq(articles.id, articleVariants.articleId))
    .innerJoin(events, eq(events.id, articles.eventId))
    .leftJoin(soldArticles, and(eq(soldArticles.eventId, events.id), eq(soldArticles.variantId, articleVariants.id)))
    .where(eventId === undefined ? undefined : eq(articles.eventId, eventId))
    .orderBy(
      desc(events.startTimestamp),
      desc(events.id),
      asc(articles.sortOrder),
      asc(articles.id),
      asc(articleVariants.sortOrder),
      asc(articleVariants.id),
    );
}

export type ViewRow = { date: CalendarDate; eventId: number; eventTitle: string; views: number };

/** Page views of one or all events per day in the event's time zone. By date, then event. */
export async function readViews(reader: Reader, { from, to }: Span, eventId?: number): Promise<ViewRow[]> {
  return await reader
    .select({ date: eventViews.day, eventId: eventViews.eventId, eventTitle: events.title, views: eventViews.count })
    .from(eventViews)
    .innerJoin(events, eq(events.id, eventViews.eventId))
    .where(
      and(
        eventId === undefined ? undefined : eq(eventViews.eventId, eventId),
        gte(eventViews.day, from),
        lte(eventViews.day, to),
      ),
    )
    .orderBy(asc(eventViews.day), asc(eventViews.eventId));
}

export type VoucherUse = {
  voucherTypeId: number;
  name: string;
  codes: number;
  codesUsed: number;
  orders: number;
  discount: Cents;
};

/** Voucher use in complete and shipped orders of an event, by voucher type. */
export async function readVoucherUse(reader: Reader, eventId: number): Promise<VoucherUse[]> {
  const types = await reader
    .select({ voucherTypeId: voucherTypes.id, name: voucherTypes.name, codes: count(vouchers.id) })
    .from(voucherTypes)
    .leftJoin(vouchers, eq(vouchers.typeId, voucherTypes.id))
    .where(eq(voucherTypes.eventId, eventId))
    .groupBy(voucherTypes.id)
    .orderBy(...byName(voucherTypes.name), asc(voucherTypes.id));
  const used = await reader
    .select({
      typeId: vouchers.typeId,
      codesUsed: countDistinct(vouchers.id),
      orders: countDistinct(voucherRedemptions.orderId),
      discount: sumOfCents(voucherRedemptions.discount),
    })
    .from(voucherTypes)
    .innerJoin(vouchers, eq(vouchers.typeId, voucherTypes.id))
    .innerJoin(voucherRedemptions, eq(voucherRedemptions.voucherId, vouchers.id))
    .innerJoin(orders, eq(orders.id, voucherRedemptions.orderId))
    .where(
      and(eq(voucherTypes.eventId, eventId), eq(voucherRedemptions.live, true), inArray(orders.status, paidStatuses)),
    )
    .groupBy(sql`1`);
  const useOf = new Map(used.map(({ typeId, ...use }) => [typeId, use]));
  const none = { codesUsed: 0, orders: 0, discount: 0 as Cents };
  return types.map((type) => ({ ...type, ...(useOf.get(type.voucherTypeId) ?? none) }));
}
