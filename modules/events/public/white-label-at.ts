import type { Reader } from '#src/data/database.ts';
import { catalogOf, eventIdOf } from '../read-catalog.ts';
import { isPublic } from '../rules/sale.ts';
import { whiteLabelOf } from '../rules/white-label.ts';

/**
 * Whose name the page at this path inside the site wears, for pages that stand before it, as the login does; null: the
 * product's, also where there is no such event to be seen, and before the page of an order: whose event a number belongs
 * to is told to nobody who is not logged in.
 */
export async function whiteLabelAt(reader: Reader, path: string): Promise<ReturnType<typeof whiteLabelOf>> {
  const eventRef = /^\/events\/([^/?#]+)/.exec(path)?.[1];
  const eventId = eventRef ? await eventIdOf(reader, eventRef) : 0;
  const catalog = eventId ? await catalogOf(reader, eventId) : null;
  return catalog && isPublic(catalog.event) ? whiteLabelOf(catalog) : null;
}
