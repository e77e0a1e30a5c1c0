export const orderExports = ['detailed', 'summarized', 'withvouchers', 'perOrder', 'forNewsletter'] as const;
export const eventExports = [...orderExports, 'lvs', 'race-fields'] as const;
const anyExports = ['event-views', 'customer-invoices'] as const;
const platformExports = [...anyExports, 'organizer-invoices', 'order-payments', 'accounting'] as const;
export const exportKinds = [...eventExports, ...platformExports] as const;
export type ExportKind = (typeof exportKinds)[number];

export const isOfEvent = (kind: ExportKind): boolean => (eventExports as readonly string[]).includes(kind);
export const kindsOfEvent: readonly ExportKind[] = [...eventExports, ...anyExports];

/** Contains names or addresses; recorded in the event's history. */
export const isPersonal = isOfEvent;
