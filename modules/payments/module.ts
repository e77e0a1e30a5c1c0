import { buyerChanged } from '#modules/orders/rules/facts.ts';
import { onFact } from '#src/data/facts.ts';
import type { ShopModule } from '#src/runtime/module.ts';
import { additionMailTypes } from './additions/mails.ts';
import { settleAddition } from './additions/settle-addition.ts';
import { takeOffUnpaidJob } from './additions/take-off-unpaid.ts';
import { paymentApi } from './api.ts';
import { bankImportApi } from './bank-import/api.ts';
import { bankImportPages } from './bank-import/pages.tsx';
import { forgetBankFiles } from './bank-import/pending-files.ts';
import { paymentTimes } from './due-times.ts';
import { cancelEventsJob } from './event-cancellation/cancellation-job.ts';
import { cancellationMailTypes } from './event-cancellation/mail.ts';
import { eventCancellationRoutes } from './event-cancellation/routes.tsx';
import { eventPaymentApi } from './event-payments/api.ts';
import { eventPaymentPages } from './event-payments/pages.tsx';
import { giftCardPaymentApi, giftCardPaymentPages } from './gift-card-pages.tsx';
import { paymentMailTypes } from './mails.ts';
import { paymentCounters, paymentGauges } from './metrics.ts';
import { orderMoneyOf } from './money-for-pages.ts';
import { moveMailTypes } from './moves/mail.ts';
import { moveRoutes } from './moves/routes.tsx';
import { onlinePaymentApi } from './online/api.ts';
import { settlePaymentsJob } from './online/settle-payments-job.ts';
import { paymentData } from './personal-data.ts';
import { paymentModesOf } from './read-payment-modes.ts';
import { refundApi } from './refunds/api.ts';
import { refundFilePages } from './refunds/file-routes.tsx';
import { givingBack } from './refunds/giving-back.ts';
import { refundHandlers } from './refunds/handlers.ts';
import { refundMailTypes } from './refunds/mails.ts';
import { mailedAccountPath } from './refunds/own-account.ts';
import { ownAccountPages } from './refunds/own-account-pages.tsx';
import { refundPages } from './refunds/pages.tsx';
import { plannedGivingBack } from './refunds/read-planned-giving-back.ts';
import { refundJob } from './refunds/refund-job.ts';
import { writeToNewBuyer } from './resend-order-mail.ts';
import { paymentPages } from './routes.tsx';
import { paymentProblems } from './rules/problems.ts';
import { paymentProviderCheck } from './saferpay/doctor-check.ts';
import { beginPayment, waysToPay } from './ways-to-pay.tsx';

export const paymentsModule = {
  name: 'payments',
  problems: paymentProblems,
  personalData: paymentData,
  routes: [
    ...paymentApi,
    ...onlinePaymentApi,
    ...refundApi,
    ...eventPaymentApi,
    ...moveRoutes,
    ...bankImportApi,
    ...paymentPages,
    ...giftCardPaymentApi,
    ...giftCardPaymentPages,
    ...refundPages,
    ...refundFilePages,
    ...ownAccountPages,
    ...eventPaymentPages,
    ...bankImportPages,
    ...eventCancellationRoutes,
  ],
  factHandlers: (deps) => [
    ...refundHandlers(deps),
    onFact(buyerChanged, 'payments.write-to-new-buyer', writeToNewBuyer),
  ],
  dueTimes: paymentTimes,
  jobs: (deps) => [
    settlePaymentsJob(deps),
    refundJob(deps),
    forgetBankFiles(deps),
    cancelEventsJob(deps),
    takeOffUnpaidJob(deps),
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
    givingBack,
    plannedGivingBack: (orderIds, decided) => plannedGivingBack(deps.read, orderIds, decided),
    refundAccountLink: (order) => `${deps.config.publicUrl}${mailedAccountPath(deps.signer, order)}`,
    settleAddition,
  }),
  doctorChecks: (deps) => [paymentProviderCheck(deps)],
} satisfies ShopModule;
