import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isPaidStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import type { ExportKind } from '../rules/export-kinds.ts';
import { type DaySpan, instantsOf } from '../rules/span.ts';
import type { OrderQuery } from './read-order-pages.ts';

/** Who starts, or may be written to, has paid; all other exports hold every order with its status. */
const ofPaid: readonly ExportKind[] = ['lvs', 'race-fields', 'forNewsletter'];

/** The orders that an export is made of. Days are those of the event. */
export const queriedOrders = ({ event }: Catalog, asked: DaySpan & { kind: ExportKind }): OrderQuery => ({
  eventId: event.id,
  span: instantsOf(asked, event.timeZone),
  statuses: ofPaid.includes(asked.kind) ? orderStatuses.filter(isPaidStatus) : orderStatuses,
});
