/** The addresses of this module's pages. */
export const paymentPath = (eventId: number, orderId: number): string => `/events/${eventId}/payment?order=${orderId}`;
export const bankTransferPath = (orderId: number): string => `/payment-in-advance/${orderId}`;
/** Of the companies: an order goes on the account of one. */
export const onAccountPath = (orderId: number): string => `/orders/${orderId}/on-account`;
/** Where the code of a gift card is typed that pays this order. */
export const giftCardPath = (orderId: number): string => `/orders/${orderId}/gift-card`;
export const paymentSuccessPath = (orderId: number): string => `/payment-success/${orderId}`;
export const ownOrderPath = (orderId: number): string => `/orders/${orderId}`;
export const ownAccountPath = (orderId: number): string => `/orders/${orderId}/refund-account`;
export const adminOrderPath = (orderId: number): string => `/admin/orders/${orderId}`;
export const cancelPath = (orderId: number): string => `${adminOrderPath(orderId)}/cancel`;
export const markPaidPath = (orderId: number): string => `/admin/orders/${orderId}/mark-paid`;
export const paymentFailPath = (orderId: number): string => `/payment-fail/${orderId}`;
/** Where the provider sends the payer back to; the secret names the try. */
export const paymentReturnPath = (secret: string): string => `/payment/return/${secret}`;
/** What the provider's server calls when the payer is through. */
export const paymentNotifyPath = (secret: string): string => `/api/payments/notify/${secret}`;
export const refundPath = (orderId: number): string => `/admin/orders/${orderId}/refund`;
export const refundStatusPath = (orderId: number): string => `/admin/orders/${orderId}/refund-status`;
export const refundAccountPath = (refundId: number): string => `/admin/refunds/${refundId}/account`;
export const refundManyPath = '/admin/refund-orders';
export const openRefundsPath = '/admin/refunds';
export const refundFilesPath = '/admin/refunds/files';
