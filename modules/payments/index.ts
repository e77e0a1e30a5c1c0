export { takeBackArticle } from './additions/additions.ts';
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
} from './bank-transfer.ts';
export { chooseBankTransfer } from './choose-bank-transfer.ts';
export { type EventMoneyFigures, moneyFigures, noMoney, waitingRefunds } from './figures.ts';
export { enterByHand, markPaid } from './mark-paid.ts';
export { paymentsModule } from './module.ts';
export { moneyOfOrder, openOfOrder, refundsOf } from './money-of-order.ts';
export { moveBooked } from './moves/move-booked.ts';
export { askWhenAllowed } from './online/payment-status.ts';
export { startOnlinePayment } from './online/start-payment.ts';
export { methodLabel } from './pages/method-label.ts';
export { adminOrderPath, openRefundsPath, paymentPath, refundAccountPath } from './paths.ts';
export { payWithGiftCard } from './pay-with-gift-card.ts';
export { handOverPlace, receivePayment } from './receive-payment.ts';
export { openCancellationRefund } from './refunds/giving-back.ts';
export { refundFileOf } from './refunds/read-refund-lists.ts';
export { refundFileText } from './refunds/refund-files.ts';
export { settleRefundFile } from './refunds/settle-refund.ts';
export { setOrderStatus } from './set-order-status.ts';
