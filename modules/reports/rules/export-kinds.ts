/** Of the orders of an event. */
export const orderExports = ['detailed', 'summarized', 'withvouchers', 'perOrder', 'forNewsletter'] as const;
/** Of an event. */
export const eventExports = [...orderExports, 'lvs', 'race-fields'] as const;
/** Of all events, or of one where one is named. */
const anyExports = ['event-views', 'customer-invoices'] as const;
/** Of all events. */
const platformExports = [...anyExports, 'organizer-invoices', 'order-payments', 'accounting'] as const;
export const exportKinds = [...eventExports, ...platformExports] as const;
export type ExportKind = (typeof exportKinds)[number];

export const isOfEvent = (kind: ExportKind): boolean => (eventExports as readonly string[]).includes(kind);
/** Kinds that may be made of one event. */
export const kindsOfEvent: readonly ExportKind[] = [...eventExports, ...anyExports];

/** What holds names or addresses of people: the event's history says who took it. */
export const isPersonal = isOfEvent;
