import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { articles, articleVariants, events } from '#modules/events/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
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
