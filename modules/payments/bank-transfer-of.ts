import { orderStateOf } from '#modules/orders/index.ts';
import { assert } from '#src/kernel/assert.ts';
import type { BankConfig } from '#src/platform/config.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { qrPng } from '#src/platform/qr.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { epcQrPayload } from './rules/epc-qr.ts';
import { makeReference } from './rules/payment-reference.ts';

export type BankTransfer = {
  payee: string;
  /** Without blanks. */
  iban: string;
  bic: string | null;
  reference: string;
  /** What is open, cents. */
  totalPrice: number;
  /** What the code says (EPC069-12). */
  epcPayload: string;
};

/** Everything a payer has to type, or to scan instead. Null when there is no such order or nothing to transfer. */
export async function bankTransferOf(
  reader: Reader | Tx,
  bank: BankConfig,
  orderId: number,
): Promise<BankTransfer | null> {
  const order = await orderStateOf(reader, orderId);
  if (!order || order.totalPrice <= 0) return null;
  const { open } = await moneyOfOrder(reader, order);
  // What is paid already shows what it was.
  const amountCents = open || order.totalPrice;
  const { payee, iban, bic, referencePrefix } = bank;
  const reference = makeReference(referencePrefix, orderId);
  const epc = epcQrPayload({ name: payee, iban, bic, amountCents, text: reference });
  assert('payload' in epc, `the collecting account makes no payment code: ${'refusal' in epc ? epc.refusal : ''}`);
  return { payee, iban, bic, reference, totalPrice: amountCents, epcPayload: epc.payload };
}

/** What an order of nobody would show; without an account of ours an account of nobody. */
export function sampleTransfer(bank: BankConfig | null, order: { id: number; totalPrice: number }): BankTransfer {
  const { payee, iban, bic } = bank ?? { payee: 'Startblock', iban: 'AT611904300234573201', bic: null };
  const reference = makeReference(bank?.referencePrefix ?? 'SB', order.id);
  const totalPrice = Math.max(1, order.totalPrice);
  const epc = epcQrPayload({ name: payee, iban, bic, amountCents: totalPrice, text: reference });
  return { payee, iban, bic, reference, totalPrice, epcPayload: 'payload' in epc ? epc.payload : reference };
}

/** PNG of the payment code, for pages, mails and PDFs. */
export const paymentCodePng = (transfer: BankTransfer): Promise<Uint8Array> =>
  qrPng(transfer.epcPayload, { bytesOnly: true, width: 560 });

export async function paymentCodeAddress(transfer: BankTransfer): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await paymentCodePng(transfer)).toString('base64')}`;
}
