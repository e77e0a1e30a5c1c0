export { addAudit } from './add-audit.ts';
export { requireOrderRole } from './admin-api.ts';
export { adminOrderOf, adminOrderShape } from './admin-read.ts';
export { cancelOrder } from './cancel-order.ts';
export { changeOrderStatus } from './change-order-status.ts';
export { completeOrder } from './complete-order.ts';
export { type ParticipantConfirmationData, ticketLabelsFrom } from './documents/data.ts';
export { ParticipantConfirmation } from './documents/participant-confirmation.tsx';
export { ordersModule } from './module.ts';
export { notePaymentChoice } from './note-payment-choice.ts';
export { isOwn, requireOwnOrder } from './own-order.ts';
export { type PlacedOrder, type PlaceOrder, placeOrder } from './place-order.ts';
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
export { countOpenOrders, pendingOrdersOf } from './read-open-orders.ts';
export { resendMail } from './resend-mail.ts';
export { type AdminOrderJson, adminOrderShapeSchema, type OrderJson, orderShape, orderShapeSchema } from './shapes.ts';
