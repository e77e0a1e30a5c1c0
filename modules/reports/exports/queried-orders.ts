import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isPaidStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import type { ExportKind } from '../rules/export-kinds.ts';
import { type DaySpan, instantsOf } from '../rules/span.ts';
import type { OrderQuery } from './read-order-pages.ts';

/** Exports of starters and newsletter recipients contain paid orders only; all others contain every status. */
const ofPaid: readonly ExportKind[] = ['lvs', 'race-fields', 'forNewsletter'];

/** Days in the event's time zone. */
export const queriedOrders = ({ event }: Catalog, asked: DaySpan & { kind: ExportKind }): OrderQuery => ({
  eventId: event.id,
  span: instantsOf(asked, event.timeZone),
  statuses: ofPaid.includes(asked.kind) ? orderStatuses.filter(isPaidStatus) : orderStatuses,
});
