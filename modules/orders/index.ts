export { addAudit, addAudits } from './add-audit.ts';
export { type ParticipantConfirmationData, ticketLabelsFrom } from './documents/data.ts';
export { renderTicket } from './documents/render.ts';
export { buyerName, greeting, mailBodyOf } from './emails/mail-body.ts';
export { sampled } from './emails/order-mails.ts';
export { proofBlocks } from './emails/proof-blocks.ts';
export { sampleAnswer, sampleGoingBack, samplePending, samplePersonData } from './emails/sample-order.ts';
export {
  type OrderOfEvent,
  ordersWithRefusedMail,
  type PeopleCount,
  peopleInAll,
  peopleRegistered,
  type Span,
  waitingTransfers,
} from './figures.ts';
export { findSurnames } from './find-surnames.ts';
export { holdPlace } from './hold-place.ts';
export {
  assistsOrder,
  loadManagedOrder,
  loadManagedParticipant,
  loadOwnOrder,
  loadOwnParticipant,
  managesOrder,
  type NamesOrder,
  readsOwnOrder,
  requireOrderRole,
  requireOwnOrder,
} from './load.ts';
export { actOnOrder } from './management/order-frame.tsx';
export { resendMailOfOrder } from './management/order-mails.ts';
export { requireOrdersRole, tickedIn } from './management/ticked-orders.ts';
export { ordersModule } from './module.ts';
export { contactPart, deliveryPart, invoicePart } from './order/address-parts.ts';
export { UnpaidOrder } from './order/after-order.tsx';
export { placeTogether } from './order/booking-queue.ts';
export { cancelOrder, cancelPortion } from './order/cancel-order.ts';
export { changeOrderStatus } from './order/change-order-status.ts';
export { completeOrders, type PaidOrder, requirePaid } from './order/complete-order.ts';
export { headOfOrder, ownOrderOrNull, showPaidOrder, showUnknownOrder } from './order/completed-pages.tsx';
export { addressLines, paymentWay } from './order/confirmation.ts';
export { followToken } from './order/follow-order.ts';
export { hasRoomForMail, mayMailGuest, requireRoomForTransfer } from './order/guest-limits.ts';
export { additionEnd, transferEnd } from './order/hold-end.ts';
export { orderIdOfKey } from './order/idempotency-key.ts';
export { itemLabel, itemLabelAlone, itemNames } from './order/item-label.ts';
export { membersOf, requireNoMemberProof } from './order/member-proof.ts';
export { noteInvoice } from './order/note-invoice.ts';
export { notePaymentChoice } from './order/note-payment-choice.ts';
export { noteRefunds } from './order/note-refunds.ts';
export { confirmRest, noteRestPaid } from './order/note-rest-paid.ts';
export { orderOfMailedLink } from './order/order-by-link.tsx';
export { calendarSequence } from './order/order-calendar.ts';
export { Lines, OrderLines } from './order/order-lines.tsx';
export { signedOrderLink } from './order/order-link.ts';
export { OrderRefunds, refundSentence } from './order/order-refunds.tsx';
export { orderIdsOfBuyer, orderStateOf } from './order/order-state-of.ts';
export { OrderHead, stepsOfOrder } from './order/order-steps.tsx';
export { passPlace } from './order/pass-place.ts';
export { OwnPersonPage, savePerson } from './order/person-form.tsx';
export { answersInWords, mayChangePerson, personPlace } from './order/person-input.ts';
export { placeOnAccount } from './order/place-on-account.ts';
export { placeOrder } from './order/place-order.ts';
export {
  forgetEntrant,
  keptOf,
  linesOfTakeover,
  placeTakeover,
  type TakeoverTarget,
  takeoverOf,
  worthOfPlace,
} from './order/place-takeover.ts';
export type { PlacedOrder, PlaceOrder } from './order/plan-order.ts';
export { reactivateOrder } from './order/reactivate-order.ts';
export { countOpenOrders } from './order/read-open-orders.ts';
export { refoldJob } from './order/refold-job.ts';
export { resendMail } from './order/resend-mail.ts';
export { shippedAt } from './order/shipped-at.ts';
export { startedOrderOf } from './order/started-order.ts';
export { ticketsMail } from './order/tickets-mail.ts';
export { hasWithdrawable, rightNotes } from './order/withdrawal.ts';
export { namedItems } from './order/write-orders.ts';
export { findOrders } from './order-list.ts';
export { type AddedArticle, addArticle } from './participants/add-article.ts';
export { changeParticipant, editableUntil } from './participants/change-participant.ts';
export { competitionTexts } from './participants/competition-texts.ts';
export { type BibDeps, correctBib, takeBibOfCompetition } from './participants/correct-bib.ts';
export { answerInWords } from './participants/field-words.ts';
export { type MoveParticipant, moveParticipant } from './participants/move-participant.ts';
export { errorTexts, personFacts, personTexts, printedFacts } from './participants/participant-words.ts';
export { personPath } from './participants/person-path.ts';
export { hasOfArticle } from './participants/put-article.ts';
export { replaceTicket } from './participants/replace-ticket.ts';
export { type BibSource, setBib } from './participants/set-bib.ts';
export { takeOffArticle } from './participants/take-off-article.ts';
export { articleLineName as articleName, chargedForPerson } from './participants/take-out-lines.ts';
export { nameOf, participantsOf, peopleOf, personIn } from './people.ts';
export {
  type ListedParticipant,
  type OrderRecord,
  orderOf,
  orderOfOne,
  ordersOf,
  type ParticipantRecord,
  participantForTicket,
  participantStates,
  participantsOfEvent,
  type TicketParticipant,
} from './read.ts';
export { type AdminOrderRecord, adminOrderAnswer, adminOrderOf } from './read-admin.ts';
export { isReplacedSince, replacedTicketsOf, ticketReplacedAt } from './replaced-tickets.ts';
export { adminOrderShapeSchema, quoteShape, quoteShapeSchema } from './shapes.ts';
export type { GiveBack, OrderTiming } from './slots.ts';
export { StatusBadge } from './status-badge.tsx';
export { mainOrganizer, sellerOf, wordsOfOrder } from './words.ts';
