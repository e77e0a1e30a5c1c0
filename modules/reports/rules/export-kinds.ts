/** Of the orders of an event. */
export const orderExports = ['detailed', 'summarized', 'withvouchers', 'perOrder', 'forNewsletter'] as const;
/** Of an event. */
export const eventExports = [...orderExports, 'lvs', 'race-fields'] as const;
/** Of all events. `event-views` are those of one event where one is named. */
export const platformExports = ['event-views', 'order-payments', 'accounting'] as const;
export const exportKinds = [...eventExports, ...platformExports] as const;
export type OrderExport = (typeof orderExports)[number];
export type ExportKind = (typeof exportKinds)[number];

export const isOfEvent = (kind: ExportKind): boolean => (eventExports as readonly string[]).includes(kind);
/** Kinds that may be made of one event. */
export const kindsOfEvent: readonly ExportKind[] = [...eventExports, 'event-views'];

/** What holds names or addresses of people: the event's history says who took it. */
export const isPersonal = isOfEvent;
