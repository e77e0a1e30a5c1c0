export { type ParticipantConfirmationData, ticketLabelsFrom } from './documents/data.ts';
export { ParticipantConfirmation } from './documents/participant-confirmation.tsx';
export {
  brandOf,
  buyerName,
  greeting,
  mailBodyOf,
  sellerOf,
} from './emails/mail-body.ts';
export { sampled } from './emails/order-mails.ts';
export { sampleAnswer, samplePending } from './emails/sample-order.ts';
export { type AdminOrderRecord, adminOrderOf, adminOrderShape } from './management/admin-read.ts';
export { requireOrderRole } from './management/api.ts';
export { loadManagedOrder } from './management/load.ts';
export { actOnOrder } from './management/order-frame.tsx';
export { listOrders } from './management/order-list.ts';
export { ordersModule } from './module.ts';
export { addAudit } from './order/add-audit.ts';
export { contactPart, deliveryPart, invoicePart } from './order/address-parts.ts';
export { UnpaidOrder } from './order/after-order.tsx';
export { cancelOrder } from './order/cancel-order.ts';
export { changeOrderStatus } from './order/change-order-status.ts';
export { completeOrder, completeOrders, type PaidOrder } from './order/complete-order.ts';
export { headOfOrder, ownOrderOrNull, showPaidOrder, showUnknownOrder } from './order/completed-pages.tsx';
export { addressLines, wordsOfOrder } from './order/confirmation.tsx';
export { keptKey, orderIdOfKey } from './order/idempotency-key.ts';
export { itemLabel, itemNames } from './order/item-label.ts';
export { notePaymentChoice } from './order/note-payment-choice.ts';
export { noteRefunds } from './order/note-refunds.ts';
export { noteRestPaid } from './order/note-rest-paid.ts';
export { Lines, OrderLines } from './order/order-lines.tsx';
export { type OrderState, orderIdsOfBuyer, orderStateOf } from './order/order-state-of.ts';
export { OrderHead, stepsOfOrder } from './order/order-steps.tsx';
export { isOwn, loadOwnOrder, requireOwnOrder } from './order/own-order.ts';
export { NoChange, PersonForm } from './order/person-form.tsx';
export { type PlacedOrder, type PlaceOrder, placeOrder } from './order/place-order.ts';
export { reactivateOrder } from './order/reactivate-order.ts';
export { countOpenOrders, pendingOrdersOf } from './order/read-open-orders.ts';
export { resendMail } from './order/resend-mail.ts';
export { startedOrderOf } from './order/started-order.ts';
export {
  answersInWords,
  changeOf,
  faultsOfProblem,
  mayChangePerson,
  type PersonPlace,
  personFaults,
  personPlace,
  typedFrom,
  typedOfForm,
} from './order/typed-person.ts';
export { changeParticipant, editableUntil } from './participants/change-participant.ts';
export { competitionTexts } from './participants/competition-texts.ts';
export { type Moved, type MoveParticipant, moveParticipant } from './participants/move-participant.ts';
export { setBib } from './participants/set-bib.ts';
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
export {
  type AdminOrderJson,
  adminOrderShapeSchema,
  type OrderJson,
  orderShape,
  orderShapeSchema,
  quoteShape,
  quoteShapeSchema,
} from './shapes.ts';
