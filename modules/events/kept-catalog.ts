import { eq, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { catalogOf } from './read-catalog.ts';
import type { Catalog } from './rules/catalog.ts';
import { events } from './schema.ts';

/**
 * On sale day thousands of bookings read the same catalogue, and preparing its statement costs more than all the others
 * of a booking together. So what an event's version covers is kept in the process, and a booking reads the version and
 * what moves without it, the stock. Only committed states are kept: a version that is taken back would come again.
 */
const keptOf = new WeakMap<Reader, Map<number, Catalog>>();
const most = 200;

/** The committed catalogue of an event with stock of some moment ago; null when there is none. Asked before a write. */
export async function keptCatalog(reader: Reader, eventId: number): Promise<Catalog | null> {
  const kept = keptOf.get(reader) ?? new Map<number, Catalog>();
  keptOf.set(reader, kept);
  const [row] = await reader.select({ version: events.version }).from(events).where(eq(events.id, eventId));
  const before = kept.get(eventId);
  if (row && before?.event.version === row.version) return before;
  const catalog = await catalogOf(reader, eventId);
  if (kept.size >= most) kept.clear();
  if (catalog) kept.set(eventId, catalog);
  return catalog;
}

/** The catalogue as it is within this transaction, its stock fresh; `known` is taken when its version still holds. */
export async function catalogForBooking(tx: Tx, eventId: number, known: Catalog | null): Promise<Catalog | null> {
  if (known?.event.id !== eventId) return catalogOf(tx, eventId);
  const [now] = await tx
    .select({
      version: events.version,
      competitions: sold(sql`competitions where event_id = ${events.id}`),
      prices: sold(
        sql`competition_prices where competition_id in (select id from competitions where event_id = ${events.id})`,
      ),
      variants: sold(sql`article_variants where article_id in (select id from articles where event_id = ${events.id})`),
    })
    .from(events)
    .where(eq(events.id, eventId));
  if (!now || now.version !== known.event.version) return catalogOf(tx, eventId);
  return {
    ...known,
    competitions: known.competitions.map((competition) => ({
      ...competition,
      sold: now.competitions[competition.id] ?? competition.sold,
      prices: competition.prices.map((price) => ({ ...price, sold: now.prices[price.id] ?? price.sold })),
    })),
    articles: known.articles.map((article) => ({
      ...article,
      variants: article.variants.map((variant) => ({ ...variant, sold: now.variants[variant.id] ?? variant.sold })),
    })),
  };
}

/** Sold pieces by id. */
const sold = (from: SQL) =>
  sql`(select json_group_object(id, sold) from ${from})`.mapWith(
    (json: string) => JSON.parse(json) as Record<number, number>,
  );
