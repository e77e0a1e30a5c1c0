import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { positive } from '#src/web/list/listing.ts';
import type { Events } from '../order-search.ts';
import { refuse } from '../rules/problems.ts';

/** The orders that were ticked in a list, from an address or a form: each once, at most `most` of them. */
export const tickedIn = (values: readonly unknown[], most: number): number[] =>
  [...new Set(values.flatMap((value) => positive(String(value)) ?? []))].slice(0, most);

/** @throws Problem NOT_FOUND when one of the orders is of an event that is none of `seen`, or not there */
export async function requireOrdersRole(reader: Reader, seen: Events, orderIds: readonly number[]): Promise<void> {
  const list = JSON.stringify([...new Set(orderIds)]);
  const [found] = await reader.all<{ missing: number; events: string }>(
    sql`select count(*) - count(o.id) missing, json_group_array(distinct o.event_id) events
      from json_each(${list}) e left join orders o on o.id = e.value`,
  );
  const events = JSON.parse(found?.events ?? '[]') as number[];
  if (found?.missing !== 0 || (seen !== 'all' && events.some((id) => !seen.includes(id)))) refuse('NOT_FOUND');
}
