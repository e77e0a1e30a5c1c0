import type { ReactElement } from 'react';
import { buyerChanged } from '#modules/orders/rules/facts.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { onFact } from '#src/data/facts.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import type { Translator } from '#src/texts/locale.ts';
import { tagged } from '#src/web/http.ts';
import { settleAddition, takeOffUnpaidJob } from './additions/additions.ts';
import { paymentApi } from './api.ts';
import { bankImportApi } from './bank-import/api.ts';
import { forgetBankFiles } from './bank-import/import-bank-file.ts';
import { bankImportPages } from './bank-import/pages.tsx';
import { paymentTimes } from './due-times.ts';
import { cancelEventsJob } from './event-cancellation/cancellation-job.ts';
import { cancellationMailTypes } from './event-cancellation/mails.ts';
import { eventCancellationRoutes } from './event-cancellation/pages.tsx';
import { eventPaymentApi } from './event-payments/api.ts';
import { eventPaymentPages } from './event-payments/pages.tsx';
import { paymentMailTypes } from './mails.ts';
import { paymentCounters, paymentGauges } from './metrics.ts';
import { orderMoneyOf } from './money-of-order.ts';
import { removeUnpaidJob } from './moves/members.ts';
import { moveRoutes } from './moves/move-page.tsx';
import { additionMailTypes, moveMailTypes } from './new-total-mails.ts';
import { onlinePaymentApi } from './online/api.ts';
import { settlePaymentsJob } from './online/settle-attempt.ts';
import { bankTransferPages } from './pages/bank-transfer-page.tsx';
import { giftCardPaymentApi, giftCardPaymentPages } from './pages/gift-card-page.tsx';
import { markManyPaidByApi, markManyPaidPages } from './pages/mark-many-paid-page.tsx';
import { markPaidPages } from './pages/mark-paid-page.tsx';
import { orderActions } from './pages/order-actions.ts';
import { paymentPages } from './pages/payment-page.tsx';
import { resultPages, returnRoutes } from './pages/result-page.tsx';
import { paymentData } from './personal-data.ts';
import { paymentModesOf } from './read-payment-modes.ts';
import { refundApi } from './refunds/api.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';
import { refundHandlers, refundJob } from './refunds/jobs.ts';
import { refundMailTypes } from './refunds/mails.ts';
import { mailedAccountPath } from './refunds/own-account.ts';
import { ownAccountPages } from './refunds/own-account-pages.tsx';
import { plannedCancellationRefunds } from './refunds/read-planned-giving-back.ts';
import { refundPages } from './refunds/refund-order-page.tsx';
import { refundFilePages } from './refunds/refunds-page.tsx';
import { mailNewBuyer } from './resend-order-mail.ts';
import { paymentProblems } from './rules/problems.ts';
import { paymentProviderCheck } from './saferpay/doctor-check.ts';
import { beginPayment, waysToPay } from './ways-to-pay.tsx';

export const paymentsModule = {
  name: 'payments',
  problems: paymentProblems,
  personalData: paymentData,
  routes: [
    ...paymentApi,
    ...tagged('Orders of organizers', [markManyPaidByApi]),
    ...markManyPaidPages,
    ...onlinePaymentApi,
    ...refundApi,
    ...eventPaymentApi,
    ...moveRoutes,
    ...bankImportApi,
    ...paymentPages,
    ...bankTransferPages,
    ...resultPages,
    ...returnRoutes,
    ...markPaidPages,
    ...orderActions,
    ...giftCardPaymentApi,
    ...giftCardPaymentPages,
    ...refundPages,
    ...refundFilePages,
    ...ownAccountPages,
    ...eventPaymentPages,
    ...bankImportPages,
    ...eventCancellationRoutes,
  ],
  factHandlers: (deps) => [...refundHandlers(deps), onFact(buyerChanged, 'payments.write-to-new-buyer', mailNewBuyer)],
  dueTimes: paymentTimes,
  jobs: (deps) => [
    settlePaymentsJob(deps),
    refundJob(deps),
    forgetBankFiles(deps),
    cancelEventsJob(deps),
    takeOffUnpaidJob(deps),
    removeUnpaidJob(deps),
  ],
  counters: paymentCounters,
  gauges: paymentGauges,
  mailTypes: (deps) => [
    ...paymentMailTypes(deps),
    ...moveMailTypes(deps),
    ...additionMailTypes(deps),
    ...refundMailTypes(deps),
    ...cancellationMailTypes(deps),
  ],
  slots: (deps) => ({
    waysToPay: (of) => waysToPay(deps, of),
    beginPayment: (of) => beginPayment(deps, of),
    paymentModes: (orders) => paymentModesOf(deps.read, orders),
    orderMoney: (order) => orderMoneyOf(deps.read, order, deps.config.paymentReferencePrefix),
    openCancellationRefund,
    plannedCancellationRefunds: (orderIds, decided) => plannedCancellationRefunds(deps.read, orderIds, decided),
    refundAccountLink: (order) => `${deps.config.publicUrl}${mailedAccountPath(deps.signer, order)}`,
    settleAddition,
  }),
  doctorChecks: (deps) => [paymentProviderCheck(deps)],
} satisfies ShopModule;

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Orders of collective bills that are still on account, by bill number; filled by companies. */
    ordersOfBills(reader: Reader | Tx, billIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
    /** Settlement section of the event's payments page; filled by invoicing. */
    settlementPart(eventId: number, i18n: Translator): Promise<ReactElement | null>;
  }
}
