export const typesPath = (eventId: number): string => `/admin/voucher-types/${eventId}`;
export const typePath = (eventId: number, voucherTypeId: number): string => `${typesPath(eventId)}/${voucherTypeId}`;
export const codesPath = (eventId: number, voucherTypeId: number): string =>
  `/admin/vouchers/${eventId}/${voucherTypeId}`;
/** What a code does to a sample basket; the orders' module has that page, for it knows prices. */
export const previewPath = (eventId: number, voucherTypeId: number): string =>
  `${codesPath(eventId, voucherTypeId)}/preview`;
