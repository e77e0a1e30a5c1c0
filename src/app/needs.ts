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
import { invoicesOver, settlementPart, visiblePapers } from '#modules/invoicing/index.ts';
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
  setNameVisibility,
} from '#modules/results/index.ts';
import { parseTime } from '#modules/results/rules/time.ts';
import {
  bibLimits,
  bibsHeldByTiming,
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
    settlementPart: (eventId, i18n) => settlementPart(deps().read, eventId, i18n, deps().clock()),
    startPage: (viewer) => startPageOf(deps(), viewer),
    voucherKinds: (eventId) => voucherKindsOf(deps().read, eventId),
    orderTimings: (orderIds) => orderTimingsOf(deps().read, orderIds),
    timingPart: (whose, i18n) => timingPart(deps().read, whose, i18n),
    testTiming: () => {
      const { demo, config } = deps();
      return demo ? testTimingOf(config.publicUrl) : null;
    },
    bibsKeptElsewhere: bibsHeldByTiming,
    bibLimits,
    nextFreeBib: (reader, wanted) => nextFreeBib(deps(), reader, wanted),
    isNumberedElsewhere: (eventId) => isNumberedThere(deps().read, eventId),
    readTime: parseTime,
    saveTimes: (work, asked) => saveResults(work, { ...asked, source: 'timing' }),
    raceResults: (reader, eventIds) => raceResultsOf(reader, eventIds),
    paymentModes: (orders) => paymentModesOf(deps().read, orders),
    orderMoney: (order) => orderMoneyOf(deps().read, order, deps().config.paymentReferencePrefix),
    invoicesOver,
    orderPapers: (order) => visiblePapers(deps(), order),
    admission: { admittedAt: (ids) => admittedAt(deps().read, ids), isAdmitted },
    givingBack,
    refundAccountLink: (order) => `${deps().config.publicUrl}${mailedAccountPath(deps().signer, order)}`,
    plannedGivingBack: (orderIds, decided) => plannedGivingBack(deps().read, orderIds, decided),
    ownPage: (person, end) => `${deps().config.publicUrl}${ownPagePath(deps().signer, person, end)}`,
    ownResultPart: (own, i18n) => ownResultPart(deps(), own, i18n),
    orderResultsPart: (order, i18n) => orderResultsPart(deps(), order, i18n),
    ownTransferPart: (own, i18n) => ownTransferPart(deps(), own, i18n),
    orderWaitlistPart: (order, i18n, link) => orderWaitlistPart(deps(), order, i18n, link),
    orderWithdrawalPart: (order, i18n, link) => orderWithdrawalPart(deps(), order, i18n, link),
    settleAddition,
    openOffers: openOffersOf,
    needsTransfer: (reader, place) => needsTransfer(reader, place, deps().clock()),
    transferPagePath: offerPath,
    orderTransferPart: (order, i18n) => orderTransferPart(deps(), order, i18n),
    publicNames: {
      hiddenAt: hiddenNamesOf,
      hide: (work, person, editorId) => setNameVisibility(work, { person, isShown: false, by: 'organizer', editorId }),
    },
    waitingRoomNote: (catalog, i18n, now) => waitingRoomNote(deps().read, catalog, i18n, now),
    timesAbove: [voucherTimes, waitingRoomTimes, lotteryTimes, transferTimes, timingTimes],
    publicLists: (eventId) => publicListsOf(deps().read, eventId),
    ticketFiles: (order, participantIds) => ticketFilesOf(deps(), order, participantIds),
    canceledCalendars: (order, address, locale) => canceledCalendars(deps(), order, address, locale),
    wallets: (orderId, locale) => walletsOfOrder(deps(), orderId, locale),
  }) satisfies Partial<Deps>;
