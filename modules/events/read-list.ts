import { and, asc, count, eq, gte, inArray, or, type SQL } from 'drizzle-orm';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { contains, type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import type { Person } from '#src/platform/permissions.ts';
import { managedBy } from './event/event-role.ts';
import { catalogsOf, type EventSale, salesOf } from './read-catalog.ts';
import type { Catalog } from './rules/catalog.ts';
import {
  articles,
  articleVariants,
  cancellationProtections,
  competitionPrices,
  competitions,
  events,
  shortlinks,
} from './schema.ts';

const listFields: ListFields = {
  id: { column: events.id, kind: 'number' },
  title: { column: events.title, kind: 'text' },
  location: { column: events.location, kind: 'text' },
  startTimestamp: { column: events.startTimestamp, kind: 'instant' },
  endTimestamp: { column: events.endTimestamp, kind: 'instant' },
  kind: { column: events.kind, kind: 'text' },
  canceled: { column: events.canceled, kind: 'boolean' },
  soldOut: { column: events.soldOut, kind: 'boolean' },
  visible: { column: events.visible, kind: 'boolean' },
  visibleViaLink: { column: events.visibleViaLink, kind: 'boolean' },
};

/** The page of a list and how many there are, in time order unless asked otherwise; `q` looks into title and place. */
async function listIds(
  reader: Reader | Tx,
  query: ListQuery,
  only: (SQL | undefined)[],
): Promise<{ count: number; ids: number[] }> {
  const { where, orderBy } = listSql(query, listFields);
  const text = query.q?.trim();
  const condition = and(
    where,
    text ? or(contains(events.title, text), contains(events.location, text)) : undefined,
    ...only,
  );
  const [total] = await reader.select({ count: count() }).from(events).where(condition);
  const page = await reader
    .select({ id: events.id })
    .from(events)
    .where(condition)
    .orderBy(...orderBy, asc(events.startTimestamp), asc(events.id))
    .limit(query.limit)
    .offset(query.offset);
  return { count: total?.count ?? 0, ids: page.map(({ id }) => id) };
}

export type EventPage = { count: number; catalogs: Catalog[] };

/** Events of the public list: visible and not over. Those for people with the address stay out. */
export async function listPublicEvents(reader: Reader | Tx, query: ListQuery, now: Instant): Promise<EventPage> {
  const { count, ids } = await listIds(reader, query, [eq(events.visible, true), gte(events.endTimestamp, now)]);
  return { count, catalogs: await catalogsOf(reader, ids) };
}

/** Events that somebody manages, past ones too. */
export async function listManagedEvents(reader: Reader | Tx, query: ListQuery, viewer: Person): Promise<EventPage> {
  const { count, ids } = await listIds(reader, query, [managedBy(viewer)]);
  return { count, catalogs: await catalogsOf(reader, ids) };
}

/** The same with what a list shows of each: the event and what it sells. */
export async function listManagedSales(
  reader: Reader | Tx,
  query: ListQuery,
  viewer: Person,
): Promise<{ count: number; sales: EventSale[] }> {
  const { count, ids } = await listIds(reader, query, [managedBy(viewer)]);
  return { count, sales: await salesOf(reader, ids) };
}

/** The shortlinks of events, in alphabetical order. */
export async function shortlinksOf(
  reader: Reader | Tx,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await reader
    .select()
    .from(shortlinks)
    .where(inArray(shortlinks.eventId, [...eventIds]))
    .orderBy(asc(shortlinks.shortlink));
  const found = new Map<number, string[]>();
  for (const row of rows) found.set(row.eventId, [...(found.get(row.eventId) ?? []), row.shortlink]);
  return found;
}

/** The event that a record belongs to; 0 when there is no such record. */
export async function eventIdOfRecord(
  reader: Reader | Tx,
  record: 'competition' | 'price' | 'article' | 'variant' | 'protection',
  id: number,
): Promise<number> {
  const rows = await {
    competition: () =>
      reader.select({ eventId: competitions.eventId }).from(competitions).where(eq(competitions.id, id)),
    price: () =>
      reader
        .select({ eventId: competitions.eventId })
        .from(competitionPrices)
        .innerJoin(competitions, eq(competitions.id, competitionPrices.competitionId))
        .where(eq(competitionPrices.id, id)),
    article: () => reader.select({ eventId: articles.eventId }).from(articles).where(eq(articles.id, id)),
    variant: () =>
      reader
        .select({ eventId: articles.eventId })
        .from(articleVariants)
        .innerJoin(articles, eq(articles.id, articleVariants.articleId))
        .where(eq(articleVariants.id, id)),
    protection: () =>
      reader
        .select({ eventId: cancellationProtections.eventId })
        .from(cancellationProtections)
        .where(eq(cancellationProtections.id, id)),
  }[record]();
  return rows[0]?.eventId ?? 0;
}
