/** The addresses of this module's pages. */
export const paymentPath = (eventId: number, orderId: number): string => `/events/${eventId}/payment?order=${orderId}`;
export const bankTransferPath = (orderId: number): string => `/payment-in-advance/${orderId}`;
export const paymentSuccessPath = (orderId: number): string => `/payment-success/${orderId}`;
export const ownOrderPath = (orderId: number): string => `/orders/${orderId}`;
export const adminOrderPath = (orderId: number): string => `/admin/orders/${orderId}`;
export const markPaidPath = (orderId: number): string => `/admin/orders/${orderId}/mark-paid`;
