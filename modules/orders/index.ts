export { addAudit, addAudits } from './add-audit.ts';
export { mainOrganizer, orderTranslator, sellerOf } from './assemble-orders.ts';
export { type ParticipantConfirmationData, ticketLabelsFrom } from './documents/data.ts';
export { renderTicket } from './documents/render.ts';
export { buyerName, greeting, mailBodyOf, proofBlocks } from './emails/mail-body.ts';
export { sampled } from './emails/order-mails.ts';
export {
  sampleAnswer,
  samplePending,
  samplePersonData,
  sampleRefundedMoney,
} from './emails/sample-order.ts';
export {
  type OrderOfEvent,
  ordersWithRefusedMail,
  type PeopleCount,
  peopleInAll,
  peopleRegistered,
  type Span,
  waitingTransfers,
} from './figures.ts';
export { holdPlace } from './hold-place.ts';
export {
  adminAnswer,
  assistsOrder,
  loadAdminOrder,
  loadManagedOrder,
  loadManagedParticipant,
  loadOwnOrder,
  loadOwnParticipant,
  managesOrder,
  type NamesOrder,
  readsOwnOrder,
  requireOrderRole,
  requireOwnOrder,
  viewsOrder,
} from './load.ts';
export { piecesOfChoice, quantityField, variantChoicePattern, variantsInStock } from './management/article-fields.ts';
export { cancelRefundSchema, grantedBy, parseTickedIds, requireOrdersRole } from './management/cancel-orders.ts';
export { actOnOrder, orderPageTranslator, renderBelow } from './management/order-frame.tsx';
export { resendMailOfOrder } from './management/order-mails.ts';
export { type Place, type PlaceSearch, searchPages } from './management/search-page.tsx';
export { CancelMoney, cancelMoneyIn } from './management/status-pages.tsx';
export { ordersModule } from './module.ts';
export { addTeamMember } from './order/add-team-member.ts';
export { contactPart, deliveryPart, invoicePart } from './order/address-parts.ts';
export { OrderHead, stepsOfOrder, UnpaidOrder } from './order/after-order.tsx';
export { afterBooking, placeInBatch, placeOrder } from './order/booking-queue.ts';
export { cancelOrder, cancelPortion, reactivateOrder } from './order/cancel-order.ts';
export { type CancelParticipant, cancelParticipant } from './order/cancel-participant.ts';
export {
  changeOrderStatus,
  completeOrders,
  confirmRest,
  noteInvoice,
  notePaymentChoice,
  noteRefunds,
  noteRestPaid,
  type PaidOrder,
  placeOnAccount,
  requirePaid,
  shippedAt,
} from './order/complete-order.ts';
export {
  headOfOrder,
  orderOfMailedLink,
  ownOrderOrNull,
  showPaidOrder,
  showUnknownOrder,
} from './order/completed-pages.tsx';
export { addressLines, paymentWay } from './order/confirmation.ts';
export { additionEnd, transferEnd } from './order/expire-orders.ts';
export {
  hasRoomForMail,
  mayMailGuest,
  refuseTooManyTransfers,
} from './order/guest-limits.ts';
export { MemberForm, newMemberPlace, saveMember } from './order/member-form.tsx';
export { membersOf, refuseOrderAwaitingMember } from './order/member-proof.ts';
export { calendarSequence } from './order/order-calendar.ts';
export { itemLabel, itemLabelAlone, itemNames, Lines, OrderLines } from './order/order-lines.tsx';
export { OrderRefunds, refundSentence } from './order/order-refunds.tsx';
export { passPlace } from './order/pass-place.ts';
export { signedOrderLink } from './order/paths.ts';
export { OwnPersonPage, savePerson } from './order/person-form.tsx';
export {
  answersInWords,
  loadManagedPerson,
  loadOwnPerson,
  mayChangePerson,
  type PersonPlace,
  personPlace,
} from './order/person-input.ts';
export {
  forgetEntrant,
  linesOfTakeover,
  placeTakeover,
  placeValue,
  retainedAmount,
  type TakeoverTarget,
  takeoverOf,
} from './order/place-takeover.ts';
export type { PlacedOrder, PlaceOrder } from './order/plan-order.ts';
export {
  countOpenOrders,
  followToken,
  orderIdsOfBuyer,
  orderStateOf,
  startedOrderOf,
} from './order/read-orders.ts';
export { refoldJob } from './order/refold-job.ts';
export { orderIdOfKey, registeredAlready } from './order/refuse-duplicate.ts';
export { resendMail, ticketsMail } from './order/resend-mail.ts';
export { hasWithdrawable, rightNotes } from './order/withdrawal.ts';
export { namedItems } from './order/write-orders.ts';
export { findOrders } from './order-list.ts';
export { StatusBadge } from './order-parts.tsx';
export { findSurnames, indexOrders } from './order-search.ts';
export {
  type AddedArticle,
  type ArticleChange,
  addArticle,
  changeArticle,
  hasOfArticle,
  takeOffArticle,
} from './participants/change-articles.ts';
export { changeParticipant } from './participants/change-participant.ts';
export { inSelection, type PeopleSelection, personPath } from './participants/list.ts';
export { type MoveParticipant, moveParticipant } from './participants/move-participant.ts';
export { articleLineName as articleName, chargedForPerson } from './participants/order-lines.ts';
export type { AboutPeople } from './participants/pages.tsx';
export { isReplacedSince, replacedTicketsOf, replaceTicket, ticketReplacedAt } from './participants/replace-ticket.ts';
export { selectionInWords, selectionOf } from './participants/selection.ts';
export { type BibDeps, type BibSource, correctBib, setBib, takeBibOfCompetition } from './participants/set-bib.ts';
export {
  answerInWords,
  competitionTexts,
  errorTexts,
  fieldInWords,
  nameOfField,
  participantLabel,
  personFacts,
  personTexts,
  printedFacts,
} from './participants/texts.ts';
export { nameOf, namesOf, type PersonOfOrder, participantsOf, peopleOf, personIn } from './people.ts';
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
export {
  adminOrderShapeSchema,
  orderItem,
  orderShapeSchema,
  ownOrderAnswer,
  participantFieldSchemas,
  quoteShape,
  quoteShapeSchema,
} from './shapes.ts';
export type { Admission, GiveBack, OrderTiming } from './slots.ts';
