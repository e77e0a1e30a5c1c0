/** Pages of an order that other pages lead to. */
export const participantPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/participants/${participantId}`;
export const invoiceAddressPath = (orderId: number): string => `/orders/${orderId}/invoice-address`;
/** Leads to the invoice, which the invoicing issues. */
export const invoicePath = (orderId: number): string => `/orders/${orderId}/invoice`;
