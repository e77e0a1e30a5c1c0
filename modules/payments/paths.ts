export const paymentPath = (eventId: number, orderId: number): string => `/events/${eventId}/payment?order=${orderId}`;
export const bankTransferPath = (orderId: number): string => `/payment-in-advance/${orderId}`;
export const onAccountPath = (orderId: number): string => `/orders/${orderId}/on-account`;
export const giftCardPath = (orderId: number): string => `/orders/${orderId}/gift-card`;
export const paymentSuccessPath = (orderId: number): string => `/payment-success/${orderId}`;
export const ownOrderPath = (orderId: number): string => `/orders/${orderId}`;
export const ownAccountPath = (orderId: number): string => `/orders/${orderId}/refund-account`;
export const adminOrderPath = (orderId: number): string => `/admin/orders/${orderId}`;
export const cancelPath = (orderId: number): string => `${adminOrderPath(orderId)}/cancel`;
export const markPaidPath = (orderId: number): string => `/admin/orders/${orderId}/mark-paid`;
export const paymentFailPath = (orderId: number): string => `/payment-fail/${orderId}`;
/** Return address of the payer; the secret names the attempt. */
export const paymentReturnPath = (secret: string): string => `/payment/return/${secret}`;
/** Called by the provider's server after the payment. */
export const paymentNotifyPath = (secret: string): string => `/api/payments/notify/${secret}`;
export const refundPath = (orderId: number): string => `/admin/orders/${orderId}/refund`;
export const refundStatusPath = (orderId: number): string => `/admin/orders/${orderId}/refund-status`;
export const refundAccountPath = (refundId: number): string => `/admin/refunds/${refundId}/account`;
export const markManyPaidPath = '/admin/mark-orders-paid';
export const refundManyPath = '/admin/refund-orders';
export const openRefundsPath = '/admin/refunds';
export const refundFilesPath = '/admin/refunds/files';
