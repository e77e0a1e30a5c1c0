export { settleAddition } from './additions/settle-addition.ts';
export { takeBackArticle } from './additions/take-back-article.ts';
export { importBankFile, readToEnd } from './bank-import/import-bank-file.ts';
export { openLinesPath } from './bank-import/pages/paths.ts';
export { countOpenLines } from './bank-import/read-lines.ts';
export {
  type BankTransfer,
  codeBlock,
  codeFile,
  paymentCodePng,
  transferFacts,
  transferTo,
} from './bank-transfer-of.ts';
export { chooseBankTransfer } from './choose-bank-transfer.ts';
export { letPlacePass } from './complete-paid.ts';
export { type EventMoneyFigures, moneyFigures, noMoney, waitingRefunds } from './figures.ts';
export { enterByHand, markPaid } from './mark-paid.ts';
export { paymentsModule } from './module.ts';
export { orderMoneyOf } from './money-for-pages.ts';
export { moneyOfOrder, refundsOf } from './money-of-order.ts';
export { moveBooked } from './moves/move-booked.ts';
export { askWhenAllowed } from './online/payment-status.ts';
export { startOnlinePayment } from './online/start-payment.ts';
export { openOfOrder } from './open-of-order.ts';
export { methodLabel } from './pages/method-label.ts';
export { adminOrderPath, openRefundsPath, paymentPath, refundAccountPath } from './paths.ts';
export { payWithGiftCard } from './pay-with-gift-card.ts';
export { paymentModesOf } from './read-payment-modes.ts';
export { receivePayment } from './receive-payment.ts';
export { givingBack } from './refunds/giving-back.ts';
export { mailedAccountPath } from './refunds/own-account.ts';
export { plannedGivingBack } from './refunds/read-planned-giving-back.ts';
export { refundFileOf } from './refunds/read-refund-lists.ts';
export { refundFileText } from './refunds/refund-file-text.ts';
export { settleRefundFile } from './refunds/settle-transfers.ts';
export { setOrderStatus } from './set-order-status.ts';
export { beginPayment, waysToPay } from './ways-to-pay.tsx';
