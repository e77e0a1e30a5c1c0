import type { Reader } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';

/**
 * Which event each order is of, and how many each event has, kept in memory: four bytes an order. An order never changes
 * its event and is never deleted, and numbers are given in the order of the commits, so only what came since is read.
 * Asking the table instead costs lists of common names a hundred milliseconds.
 */
export type OrderEvents = {
  eventOf(orderId: number): number;
  /** How many orders these events have; all of them: `all`. */
  count(eventIds: readonly number[] | 'all'): number;
};

type Kept = { events: Int32Array; last: number; counts: Map<number, number>; loading: Promise<void> | null };
const kept = new WeakMap<Reader, Kept>();

/** Others get their turn between two portions. */
const rowsAtOnce = 20_000;
const since = `select json_group_array(json_array(id, event_id)) pairs
  from (select id, event_id from orders where id > ? order by id limit ${rowsAtOnce})`;

export async function orderEvents(reader: Reader): Promise<OrderEvents> {
  const known = kept.get(reader) ?? { events: new Int32Array(1024), last: 0, counts: new Map(), loading: null };
  kept.set(reader, known);
  known.loading ??= load(reader, known).finally(() => {
    known.loading = null;
  });
  await known.loading;
  return {
    eventOf: (orderId) => known.events[orderId] ?? 0,
    count: (eventIds) =>
      (eventIds === 'all' ? [...known.counts.keys()] : eventIds).reduce(
        (sum, eventId) => sum + (known.counts.get(eventId) ?? 0),
        0,
      ),
  };
}

async function load(reader: Reader, known: Kept): Promise<void> {
  for (;;) {
    const [row] = await reader.all<{ pairs: string }>(ready(since, [known.last]));
    const pairs = JSON.parse(row?.pairs ?? '[]') as [number, number][];
    const last = pairs.at(-1)?.[0];
    if (last === undefined) return;
    if (last >= known.events.length) {
      const more = new Int32Array(Math.max(last + 1, known.events.length * 2));
      more.set(known.events);
      known.events = more;
    }
    for (const [orderId, eventId] of pairs) {
      known.events[orderId] = eventId;
      known.counts.set(eventId, (known.counts.get(eventId) ?? 0) + 1);
    }
    known.last = last;
    if (pairs.length < rowsAtOnce) return;
    await new Promise<void>((resume) => setImmediate(resume));
  }
}
