import { testTimingOf } from '#dev/race-result-simulator/test-timing.ts';
import { nextFreeBib } from '#modules/bibs/index.ts';
import {
  admittedAt,
  canceledCalendars,
  isAdmitted,
  ownPagePath,
  ticketFilesOf,
  walletsOfOrder,
} from '#modules/checkin/index.ts';
import { companiesPageOf, ordersOfBills } from '#modules/companies/index.ts';
import { whiteLabelAt } from '#modules/events/index.ts';
import { readCardCode } from '#modules/gift-cards/rules/code.ts';
import { invoicesOver, settlementPart, shownPapers } from '#modules/invoicing/index.ts';
import { lotteryTimes } from '#modules/lottery/index.ts';
import { pendingOrdersOf } from '#modules/orders/index.ts';
import {
  beginPayment,
  givingBack,
  mailedAccountPath,
  orderMoneyOf,
  paymentModesOf,
  plannedGivingBack,
  settleAddition,
  waysToPay,
} from '#modules/payments/index.ts';
import {
  hiddenNamesOf,
  orderResultsPart,
  ownResultPart,
  publicListsOf,
  saveResults,
  sayPublicName,
} from '#modules/results/index.ts';
import { parseTime } from '#modules/results/rules/time.ts';
import {
  bibLimits,
  bibsKeptThere,
  isNumberedThere,
  orderTimingsOf,
  raceResultsOf,
  timingPart,
  timingTimes,
} from '#modules/timing/index.ts';
import {
  needsTransfer,
  offerPath,
  openOffersOf,
  orderTransferPart,
  ownTransferPart,
  transferTimes,
} from '#modules/transfers/index.ts';
import { voucherKindsOf, voucherTimes } from '#modules/vouchers/index.ts';
import { waitingRoomNote, waitingRoomTimes } from '#modules/waiting-room/index.ts';
import { orderWaitlistPart } from '#modules/waitlist/index.ts';
import { orderWithdrawalPart } from '#modules/withdrawals/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { startPageOf } from './screens/overview/start-page.ts';

/** What modules need of those above them, as their `needs.ts` state it, answered by whoever has it. */
export const needsOf = (deps: () => Deps) =>
  ({
    pendingOrders: (viewer) => pendingOrdersOf(deps().read, viewer),
    waysToPay: (of) => waysToPay(deps(), of),
    isGiftCardCode: (typed) => readCardCode(typed) !== null,
    beginPayment: (of) => beginPayment(deps(), of),
    whiteLabelAt: (path) => whiteLabelAt(deps().read, path),
    ordersOfBills,
    companiesPage: (email) => companiesPageOf(deps().read, email),
    settlementPart: (eventId, words) => settlementPart(deps().read, eventId, words, deps().clock()),
    startPage: (viewer) => startPageOf(deps(), viewer),
    voucherKinds: (eventId) => voucherKindsOf(deps().read, eventId),
    orderTimings: (orderIds) => orderTimingsOf(deps().read, orderIds),
    timingPart: (whose, words) => timingPart(deps().read, whose, words),
    testTiming: () => {
      const { demo, config } = deps();
      return demo ? testTimingOf(config.publicUrl) : null;
    },
    bibsKeptElsewhere: bibsKeptThere,
    bibLimits,
    nextFreeBib: (reader, wanted) => nextFreeBib(deps(), reader, wanted),
    isNumberedElsewhere: (eventId) => isNumberedThere(deps().read, eventId),
    readTime: parseTime,
    saveTimes: (work, asked) => saveResults(work, { ...asked, source: 'timing' }),
    raceResults: (reader, eventIds) => raceResultsOf(reader, eventIds),
    paymentModes: (orders) => paymentModesOf(deps().read, orders),
    orderMoney: (order) => orderMoneyOf(deps().read, order, deps().config.paymentReferencePrefix),
    invoicesOver,
    orderPapers: (order) => shownPapers(deps(), order),
    admission: { admittedAt: (ids) => admittedAt(deps().read, ids), isAdmitted },
    givingBack,
    refundAccountLink: (order) => `${deps().config.publicUrl}${mailedAccountPath(deps().signer, order)}`,
    plannedGivingBack: (orderIds, decided) => plannedGivingBack(deps().read, orderIds, decided),
    ownPage: (person, end) => `${deps().config.publicUrl}${ownPagePath(deps().signer, person, end)}`,
    ownResultPart: (own, words) => ownResultPart(deps(), own, words),
    orderResultsPart: (order, words) => orderResultsPart(deps(), order, words),
    ownTransferPart: (own, words) => ownTransferPart(deps(), own, words),
    orderWaitlistPart: (order, words, link) => orderWaitlistPart(deps(), order, words, link),
    orderWithdrawalPart: (order, words, link) => orderWithdrawalPart(deps(), order, words, link),
    settleAddition,
    openOffers: openOffersOf,
    needsTransfer: (reader, place) => needsTransfer(reader, place, deps().clock()),
    transferPagePath: offerPath,
    orderTransferPart: (order, words) => orderTransferPart(deps(), order, words),
    publicNames: {
      hiddenAt: hiddenNamesOf,
      hide: (work, person, editorId) => sayPublicName(work, { person, isShown: false, by: 'organizer', editorId }),
    },
    waitingRoomNote: (catalog, words, now) => waitingRoomNote(deps().read, catalog, words, now),
    timesAbove: [voucherTimes, waitingRoomTimes, lotteryTimes, transferTimes, timingTimes],
    publicLists: (eventId) => publicListsOf(deps().read, eventId),
    ticketFiles: (order, participantIds) => ticketFilesOf(deps(), order, participantIds),
    canceledCalendars: (order, address, locale) => canceledCalendars(deps(), order, address, locale),
    wallets: (orderId, locale) => walletsOfOrder(deps(), orderId, locale),
  }) satisfies Partial<Deps>;
