export { type PlacedOrder, type PlaceOrder, placeOrder } from './booking/place-order.ts';
export { type ParticipantConfirmationData, ticketLabelsFrom } from './documents/data.ts';
export { ParticipantConfirmation } from './documents/participant-confirmation.tsx';
export { adminOrderOf, adminOrderShape } from './management/admin-read.ts';
export { requireOrderRole } from './management/api.ts';
export { ordersModule } from './module.ts';
export { addAudit } from './order/add-audit.ts';
export { cancelOrder } from './order/cancel-order.ts';
export { changeOrderStatus } from './order/change-order-status.ts';
export { completeOrder } from './order/complete-order.ts';
export { notePaymentChoice } from './order/note-payment-choice.ts';
export { isOwn, requireOwnOrder } from './order/own-order.ts';
export { countOpenOrders, pendingOrdersOf } from './order/read-open-orders.ts';
export { resendMail } from './order/resend-mail.ts';
export {
  type ListedParticipant,
  type OrderRecord,
  orderOf,
  ordersOf,
  type ParticipantRecord,
  participantForTicket,
  participantsOfEvent,
  type TeamRecord,
  type TicketParticipant,
} from './read.ts';
export { type AdminOrderJson, adminOrderShapeSchema, type OrderJson, orderShape, orderShapeSchema } from './shapes.ts';
