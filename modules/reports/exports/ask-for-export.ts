import { catalogOf, requireEventRole } from '#modules/events/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { isOfEvent, kindsOfEvent } from '../rules/export-kinds.ts';
import { refuse } from '../rules/problems.ts';
import { isNoConsent } from './consent-table.ts';
import { queriedOrders } from './queried-orders.ts';
import { countQueriedOrders } from './read-order-pages.ts';
import { createExport, type NewExport } from './store-export.ts';

/**
 * Requests an export in the background; the caller starts the job. An empty result is refused at once, not by mail
 * later.
 * @throws Problem NOT_FOUND for another organizer's event, NO_PERMISSION over all events, NO_ORDERS_FOR_EVENT_FOUND,
 * TOO_MANY_REQUESTS
 */
export async function askForExport(
  work: Work,
  viewer: Viewer,
  { eventId: named, ...asked }: Omit<NewExport, 'editorId'>,
): Promise<number> {
  const { kind } = asked;
  const eventId = kindsOfEvent.includes(kind) ? named : null;
  if (eventId === null) requirePermission('export.platform', viewer, work.now);
  else await requireEventRole(work.tx, viewer, eventId, 'export.make');
  if (eventId !== null && isOfEvent(kind)) {
    const catalog = (await catalogOf(work.tx, eventId)) ?? refuse('NOT_FOUND');
    const about = queriedOrders(catalog, { ...asked, kind });
    const isNothing =
      kind === 'forNewsletter' ? await isNoConsent(work.tx, about) : (await countQueriedOrders(work.tx, about)) === 0;
    if (isNothing) refuse('NO_ORDERS_FOR_EVENT_FOUND');
  }
  return createExport(work, { ...asked, eventId, editorId: viewer.userId });
}
