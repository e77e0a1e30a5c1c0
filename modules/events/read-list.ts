import { asc, inArray, or, type SQL } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RecordOf } from '#src/web/answers.ts';
import { findIds, type ListSource } from '#src/web/list/find.ts';
import { contains, type ListQuery, questionOf } from '#src/web/list/query.ts';
import { type adminEventAnswer, managedEvent } from './answers.ts';
import { catalogsOf, existingCatalog } from './read-catalog.ts';
import type { Catalog } from './rules/catalog.ts';
import { events, shortlinks } from './schema.ts';

/** Searches title and place; ordered by start by default. */
export const eventSource = (
  scope: SQL | undefined,
  order: readonly SQL[] = [asc(events.startTimestamp), asc(events.id)],
): ListSource => ({
  id: events.id,
  fields: {
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
  },
  scope,
  search: (q) => or(contains(events.title, q), contains(events.location, q)),
  order,
});

export async function listCatalogs(
  reader: Reader | Tx,
  query: ListQuery,
  scope: SQL | undefined,
): Promise<{ count: number; catalogs: Catalog[] }> {
  const { count, ids } = await findIds(reader, eventSource(scope), questionOf(query));
  return { count, catalogs: await catalogsOf(reader, ids) };
}

/** Sorted. */
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

type Answering = Pick<Deps, 'raceResults'>;

export async function managedAnswers(
  { raceResults }: Answering,
  reader: Reader | Tx,
  catalogs: readonly Catalog[],
  now: Instant,
): Promise<RecordOf<typeof adminEventAnswer>[]> {
  const ids = catalogs.map(({ event }) => event.id);
  const links = await shortlinksOf(reader, ids);
  const timing = await raceResults(reader, ids);
  return catalogs.map((catalog) => {
    const { id } = catalog.event;
    return managedEvent(catalog, links.get(id) ?? [], present(timing.get(id), 'every event has an answer'), now);
  });
}

/** @throws Problem NOT_FOUND */
export async function managedAnswer(
  deps: Answering,
  reader: Reader | Tx,
  eventId: number,
  now: Instant,
): Promise<RecordOf<typeof adminEventAnswer>> {
  const [answer] = await managedAnswers(deps, reader, [await existingCatalog(reader, eventId)], now);
  return present(answer, 'one event has one answer');
}
