import { and, eq } from 'drizzle-orm';
import { orderStateOf } from '#modules/orders/index.ts';
import type { BankConfig } from '#src/config/config.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { qrPng } from '#src/documents/qr.ts';
import { assert } from '#src/kernel/assert.ts';
import { formatIban } from '#src/kernel/iban.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { MailBlock } from '#src/mail/body.ts';
import type { Translator } from '#src/texts/locale.ts';
import { moneyOfOrder } from './money-of-order.ts';
import { epcQrPayload } from './rules/epc-qr.ts';
import { makeReference } from './rules/payment-reference.ts';
import { paymentAttempts } from './schema.ts';

export type BankTransfer = {
  payee: string;
  iban: string;
  bic: string | null;
  reference: string;
  totalPrice: Cents;
  /** Payload of the QR code (EPC069-12). */
  epcPayload: string;
};

/** Payment instructions of an order. Null for an unknown order or when nothing is to be transferred. */
export async function bankTransferOf(
  reader: Reader | Tx,
  bank: BankConfig,
  orderId: number,
): Promise<BankTransfer | null> {
  const order = await orderStateOf(reader, orderId);
  if (!order || order.totalPrice <= 0) return null;
  const { open } = await moneyOfOrder(reader, order);
  const amountCents = open || order.totalPrice;
  return transferTo(bank, orderId, amountCents);
}

/** Instructions for an amount above 0 and an order or bill number. */
export function transferTo(bank: BankConfig, number: number, amountCents: Cents): BankTransfer {
  const { payee, iban, bic, referencePrefix } = bank;
  const reference = makeReference(referencePrefix, number);
  const epc = epcQrPayload({ name: payee, iban, bic, amountCents, text: reference });
  assert('payload' in epc, `the collecting account makes no payment code: ${'refusal' in epc ? epc.refusal : ''}`);
  return { payee, iban, bic, reference, totalPrice: amountCents, epcPayload: epc.payload };
}

/** Sample instructions; without a configured account a placeholder account. */
export function sampleTransfer(bank: BankConfig | null, order: { id: number; totalPrice: Cents }): BankTransfer {
  const { payee, iban, bic } = bank ?? { payee: 'Startblock', iban: 'AT611904300234573201', bic: null };
  const reference = makeReference(bank?.referencePrefix ?? 'SB', order.id);
  const totalPrice = cents(Math.max(1, order.totalPrice));
  const epc = epcQrPayload({ name: payee, iban, bic, amountCents: totalPrice, text: reference });
  return { payee, iban, bic, reference, totalPrice, epcPayload: 'payload' in epc ? epc.payload : reference };
}

export const paymentCodePng = (transfer: BankTransfer): Promise<Uint8Array> =>
  qrPng(transfer.epcPayload, { bytesOnly: true, width: 560 });

export async function paymentCodeAddress(transfer: BankTransfer): Promise<string> {
  return `data:image/png;base64,${Buffer.from(await paymentCodePng(transfer)).toString('base64')}`;
}

export const transferFacts = ({ payee, iban, bic, totalPrice, reference }: BankTransfer, { t, money }: Translator) => [
  { label: t('payments.transfer.payee'), value: payee },
  { label: t('payments.transfer.iban'), value: formatIban(iban) },
  ...(bic ? [{ label: t('payments.transfer.bic'), value: bic }] : []),
  { label: t('payments.transfer.amount'), value: money(totalPrice) },
  { label: t('payments.transfer.reference'), value: reference },
];

export const codeBlock = ({ t }: Translator): MailBlock => ({
  kind: 'picture',
  inlineId: 'payment-code',
  alt: t('mail.qr.payment.alt'),
  width: 220,
});
export const codeFile = async (transfer: BankTransfer) => ({
  ...{ name: 'payment.png', type: 'image/png', inlineId: 'payment-code' },
  bytes: await paymentCodePng(transfer),
});

/** SQL condition: an announced transfer that has not arrived. */
export const isAnnounced = (orderId: number) =>
  and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.method, 'bank'), eq(paymentAttempts.status, 'pending'));
