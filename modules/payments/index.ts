export { type BankTransfer, bankTransferOf, paymentCodeAddress, paymentCodePng } from './bank-transfer-of.ts';
export { type BankAttempt, chooseBankTransfer } from './choose-bank-transfer.ts';
export { enterMoney, type NewLedgerEntry, paidSumOf } from './ledger.ts';
export { type MarkPaid, markPaid } from './mark-paid.ts';
export { paymentsModule } from './module.ts';
export { moneyOfOrder, refundsOf } from './money-of-order.ts';
export { orderMoneyOf } from './order-money.ts';
export { type IncomingPayment, type Received, receivePayment, reviveExpired } from './receive-payment.ts';
export { setOrderStatus } from './set-order-status.ts';
