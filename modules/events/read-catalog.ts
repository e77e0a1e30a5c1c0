import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { TaxExemption } from '#modules/organizers/rules/address.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Catalog } from './rules/catalog.ts';
import { refuse } from './rules/problems.ts';
import { isPublic } from './rules/sale.ts';
import { withQuotas } from './rules/shared-quotas.ts';
import {
  articleCompetitions,
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  eventOrganizers,
  events,
  formFieldCompetitions,
  formFields,
  shippingCosts,
} from './schema.ts';
import { discountCompetitions, discounts } from './schema-discounts.ts';
import { sharedQuotaCompetitions, sharedQuotas } from './schema-quotas.ts';

/**
 * Reads whole catalogs in one statement: parts of an event come as JSON arrays. Bookings read the catalog inside their
 * write, so one statement instead of ten matters on sale day.
 */
export async function catalogsOf(reader: Reader | Tx, eventIds: readonly number[]): Promise<Catalog[]> {
  if (eventIds.length === 0) return [];
  const rows = await reader
    .select({
      ...saleColumns(),
      organizers: rowsOf(
        organizers,
        sql`id in (select organizer_id from event_organizers where event_id = ${events.id})`,
      ),
      roles: rowsOf(eventOrganizers, ofEvent),
      discounts: rowsOf(discounts, ofEvent),
      discountCompetitions: rowsOf(discountCompetitions, sql`discount_id in (${idsOf(discounts)})`),
      articles: rowsOf(articles, ofEvent),
      variants: rowsOf(articleVariants, sql`article_id in (${idsOf(articles)})`),
      articleCompetitions: rowsOf(articleCompetitions, sql`article_id in (${idsOf(articles)})`),
      formFields: rowsOf(formFields, ofEvent),
      fieldCompetitions: rowsOf(formFieldCompetitions, sql`field_id in (${idsOf(formFields)})`),
      protections: rowsOf(cancellationProtections, ofEvent),
      shipping: rowsOf(shippingCosts, ofEvent),
    })
    .from(events)
    .where(inArray(events.id, [...eventIds]));
  const made = new Map(
    rows.map((row): [number, Catalog] => {
      const sale = saleOf(row);
      return [
        sale.event.id,
        {
          ...sale,
          discounts: row.discounts
            .sort((a, b) => a.id - b.id)
            .map(({ eventId: _ofEvent, ...discount }) => ({
              ...discount,
              competitionIds: linked(row.discountCompetitions.filter(({ discountId }) => discountId === discount.id)),
            })),
          articles: row.articles.sort(inOrder).map(({ eventId: _ofEvent, ...article }) => ({
            ...article,
            competitionIds: linked(row.articleCompetitions.filter(({ articleId }) => articleId === article.id)),
            variants: row.variants
              .filter((variant) => variant.articleId === article.id)
              .sort(inOrder)
              .map(({ articleId: _ofArticle, ...variant }) => variant),
          })),
          formFields: row.formFields
            .sort((a, b) => a.formFieldOrder - b.formFieldOrder || a.id - b.id)
            .map(({ eventId: _ofEvent, options, ...field }) => ({
              ...field,
              options: options.filter(({ retired }) => !retired),
              formerOptions: options.flatMap(({ retired, ...option }) => (retired ? [option] : [])),
              competitionIds: linked(row.fieldCompetitions.filter(({ fieldId }) => fieldId === field.id)),
            })),
          cancellationProtections: row.protections
            .sort((a, b) => a.id - b.id)
            .map(({ eventId: _ofEvent, ...protection }) => protection),
          shippingCosts: row.shipping
            .map(({ countryCode, cost }) => ({ countryCode, cost }))
            .sort((a, b) => (a.countryCode < b.countryCode ? -1 : 1)),
          organizers: row.organizers
            .map(
              ({
                id,
                name,
                whiteLabel,
                accentColor,
                logo,
                hostName,
                googleAnalyticsTrackingCode,
                facebookPixel,
                takesGiftCards,
                taxExemption,
              }) => ({
                id,
                name,
                isMain: row.roles.some((role) => role.organizerId === id && role.isMain),
                whiteLabel,
                accentColor,
                logo,
                hostName,
                googleAnalyticsTrackingCode,
                facebookPixel,
                takesGiftCards,
                taxExemption,
              }),
            )
            .sort(mainFirst),
        },
      ];
    }),
  );
  return eventIds.flatMap((id) => made.get(id) ?? []);
}

/** For lists of many events. */
export type EventSale = Pick<Catalog, 'event' | 'competitions' | 'quotas'>;

export async function salesOf(reader: Reader | Tx, eventIds: readonly number[]): Promise<EventSale[]> {
  if (eventIds.length === 0) return [];
  const rows = await reader
    .select(saleColumns())
    .from(events)
    .where(inArray(events.id, [...eventIds]));
  const made = new Map(rows.map((row) => [row.event.id, saleOf(row)]));
  return eventIds.flatMap((id) => made.get(id) ?? []);
}

const saleColumns = () => ({
  event: events,
  competitions: rowsOf(competitions, ofEvent),
  prices: rowsOf(competitionPrices, sql`competition_id in (${idsOf(competitions)})`),
  quotas: rowsOf(sharedQuotas, ofEvent),
  quotaCompetitions: rowsOf(sharedQuotaCompetitions, sql`quota_id in (${idsOf(sharedQuotas)})`),
});

type SaleRow = {
  event: typeof events.$inferSelect;
  competitions: (typeof competitions.$inferSelect)[];
  prices: (typeof competitionPrices.$inferSelect)[];
  quotas: (typeof sharedQuotas.$inferSelect)[];
  quotaCompetitions: (typeof sharedQuotaCompetitions.$inferSelect)[];
};

function saleOf({ event: { createdAt: _, ...event }, competitions: rows, prices, ...shared }: SaleRow): EventSale {
  const pricesOf = Map.groupBy(prices, (price) => price.competitionId);
  const competitions = rows.sort(inOrder).map((competition) => ({
    ...competition,
    prices: (pricesOf.get(competition.id) ?? [])
      .sort((a, b) => a.priceOrder - b.priceOrder || a.id - b.id)
      .map(({ competitionId: _ofCompetition, ...price }) => price),
  }));
  const quotas = shared.quotas
    .sort((a, b) => a.id - b.id)
    .map(({ eventId: _ofEvent, ...quota }) => ({
      ...quota,
      competitionIds: linked(shared.quotaCompetitions.filter(({ quotaId }) => quotaId === quota.id)),
    }));
  return { event, competitions: withQuotas(competitions, quotas), quotas };
}

/**
 * The catalog with current stock; null without such an event. The set-up is cached by the event's version; only the
 * stock is read each time. Versions are never reused, not even after a rollback, so the cache is valid inside and
 * outside of writes.
 */
export const catalogOf = (reader: Reader | Tx, eventId: number): Promise<Catalog | null> =>
  catalogWith(reader, stockById, eventId);

async function catalogWith(reader: Reader | Tx, statement: string, key: number | string): Promise<Catalog | null> {
  const [stock] = await reader.all<StockRow>(ready(statement, [key]));
  if (!stock) return null;
  const { version } = stock;
  let cached = catalogCache.get(version);
  if (!cached) {
    const [catalog] = await catalogsOf(reader, [stock.id]);
    if (!catalog) return null;
    if (catalogCache.size >= maxCached) catalogCache.delete(catalogCache.keys().next().value as number);
    cached = { stock, made: catalog, shown: withStock(catalog, stock) };
    catalogCache.set(catalog.event.version, cached);
  } else if (!isSameStock(cached.stock, stock)) {
    cached = { stock, made: cached.made, shown: withStock(cached.made, stock) };
    catalogCache.set(version, cached);
  }
  return cached.shown;
}

/** @throws Problem NOT_FOUND */
export const existingCatalog = async (reader: Reader | Tx, eventId: number): Promise<Catalog> =>
  (await catalogOf(reader, eventId)) ?? refuse('NOT_FOUND');

const maxCached = 200;
/** By version: the catalog as read, and with its last stock, so that it stays one object while nothing is sold. */
const catalogCache = new Map<number, { made: Catalog; stock: StockRow; shown: Catalog }>();

/** JSON texts: competitions, prices, variants and organizers. */
type StockRow = { id: number; version: number; c: string; p: string; v: string; o: string };
const isSameStock = (a: StockRow, b: StockRow): boolean => a.c === b.c && a.p === b.p && a.v === b.v && a.o === b.o;

type Text = string | null;
/** Columns as in `stockWhere`. */
type CardCells = [number, string, number, Text, Text, Text, Text, Text, Text, number, TaxExemption | null];

const stockWhere = (which: string) => `select e.id, e.version,
    (select json_group_array(json_array(id, sold)) from competitions where event_id = e.id) c,
    (select json_group_array(json_array(p.id, p.sold)) from competitions c
      join competition_prices p on p.competition_id = c.id where c.event_id = e.id) p,
    (select json_group_array(json_array(v.id, v.sold)) from articles a
      join article_variants v on v.article_id = a.id where a.event_id = e.id) v,
    (select json_group_array(json_array(o.id, o.name, eo.is_main, o.white_label, o.accent_color,
        o.logo, o.host_name, o.google_analytics_tracking_code, o.facebook_pixel, o.takes_gift_cards, o.tax_exemption))
      from event_organizers eo join organizers o on o.id = eo.organizer_id where eo.event_id = e.id) o
    from events e where e.id = ${which}`;
const stockById = stockWhere('?');
const stockByLink = stockWhere('(select event_id from shortlinks where shortlink = ?)');

function withStock(catalog: Catalog, stock: StockRow): Catalog {
  const soldOf = (json: string) => new Map(JSON.parse(json) as [number, number][]);
  const sold = <T extends { id: number; sold: number }>(thing: T, of: Map<number, number>): T => ({
    ...thing,
    sold: of.get(thing.id) ?? thing.sold,
  });
  const [competitions, prices, variants] = [soldOf(stock.c), soldOf(stock.p), soldOf(stock.v)];
  const cards = JSON.parse(stock.o) as CardCells[];
  return {
    ...catalog,
    organizers: cards
      .map(([id, name, isMain, whiteLabel, accentColor, logo, hostName, google, pixel, takes, taxExemption]) => ({
        id,
        name,
        isMain: isMain === 1,
        whiteLabel,
        accentColor,
        logo,
        hostName,
        googleAnalyticsTrackingCode: google,
        facebookPixel: pixel,
        taxExemption,
        takesGiftCards: takes === 1,
      }))
      .sort(mainFirst),
    competitions: withQuotas(
      catalog.competitions.map((competition) => ({
        ...sold(competition, competitions),
        prices: competition.prices.map((price) => sold(price, prices)),
      })),
      catalog.quotas,
    ),
    articles: catalog.articles.map((article) => ({
      ...article,
      variants: article.variants.map((variant) => sold(variant, variants)),
    })),
  };
}

const isNumber = /^\d{1,15}$/;

/** 0: no such event. */
export async function eventIdOf(reader: Reader | Tx, idOrShortlink: string): Promise<number> {
  const text = idOrShortlink.trim();
  const statement = isNumber.test(text)
    ? ready('select id from events where id = ?', [Number(text)])
    : ready('select event_id id from shortlinks where shortlink = ?', [text.toLowerCase()]);
  const found = await reader.all<{ id: number }>(statement);
  return found[0]?.id ?? 0;
}

/** A number is returned unchecked. 0: unknown shortlink. */
export const namedEventId = async (reader: Reader | Tx, idOrShortlink: string): Promise<number> =>
  isNumber.test(idOrShortlink.trim()) ? Number(idOrShortlink) : eventIdOf(reader, idOrShortlink);

/** @throws Problem NOT_FOUND unless the event is public */
export async function publicCatalog(reader: Reader | Tx, idOrShortlink: string): Promise<Catalog> {
  const text = idOrShortlink.trim();
  const catalog = isNumber.test(text)
    ? await catalogOf(reader, Number(text))
    : await catalogWith(reader, stockByLink, text.toLowerCase());
  return catalog && isPublic(catalog.event) ? catalog : refuse('NOT_FOUND');
}

const ofEvent = sql`event_id = ${events.id}`;
const idsOf = (table: SQLiteTable) => sql`select id from ${table} where event_id = ${events.id}`;
const linked = (links: readonly { competitionId: number }[]): number[] =>
  links.map(({ competitionId }) => competitionId).sort((a, b) => a - b);
const mainFirst = (a: Catalog['organizers'][number], b: Catalog['organizers'][number]) =>
  Number(b.isMain) - Number(a.isMain) || a.id - b.id;
const inOrder = (a: { sortOrder: number; id: number }, b: { sortOrder: number; id: number }) =>
  a.sortOrder - b.sortOrder || a.id - b.id;

/** The rows of a table as one JSON value, decoded by the columns' mapping. */
function rowsOf<T extends SQLiteTable>(table: T, where: SQL) {
  const columns = Object.entries(getTableColumns(table));
  const values = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  return sql`(select json_group_array(json_array(${values})) from ${table} where ${where})`.mapWith((json: string) =>
    (JSON.parse(json) as unknown[][]).map(
      (row) =>
        Object.fromEntries(
          columns.map(([name, column], index) => [
            name,
            row[index] === null ? null : column.mapFromDriverValue(row[index]),
          ]),
        ) as T['$inferSelect'],
    ),
  );
}
