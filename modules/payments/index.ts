export { type BankTransfer, bankTransferOf, paymentCodeAddress, paymentCodePng } from './bank-transfer-of.ts';
export { type BankAttempt, chooseBankTransfer } from './choose-bank-transfer.ts';
export { enterMoney, type NewLedgerEntry, paidSumOf } from './ledger.ts';
export { type MarkPaid, markPaid } from './mark-paid.ts';
export { paymentsModule } from './module.ts';
