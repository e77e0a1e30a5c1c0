// Our own: the package for it (sepa-payment-qr-code) takes euros as a fraction and lets pass line breaks, a missing BIC
// and more than the 331 bytes that the code may hold.

/** EPC069-12 ("Zahlen mit Code", "GiroCode"): payload of a QR code that prefills a SEPA transfer. */

import { parseCreditorReference } from '#src/kernel/creditor-reference.ts';
import { needsBic, parseBic, parseIban } from '#src/kernel/iban.ts';

export type EpcTransfer = {
  name: string;
  iban: string;
  bic?: string | null;
  /** 1 to 99 999 999 999 cents. */
  amountCents: number;
  /** ISO 20022 external purpose code, at most four characters, for instance GDDS or CHAR. */
  purpose?: string;
  /** ISO 11649 reference. Excludes `text`. */
  creditorReference?: string;
  /** At most 140 characters. Excludes `creditorReference`. */
  text?: string;
  information?: string;
  /** 002 makes the BIC optional inside the EEA. */
  version?: '001' | '002';
};

type EpcRefusal =
  | 'NAME_MISSING'
  | 'NAME_TOO_LONG'
  | 'IBAN_INVALID'
  | 'BIC_INVALID'
  | 'BIC_MISSING'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'PURPOSE_INVALID'
  | 'REFERENCE_AND_TEXT'
  | 'REFERENCE_INVALID'
  | 'TEXT_TOO_LONG'
  | 'INFORMATION_TOO_LONG'
  | 'LINE_BREAK'
  | 'PAYLOAD_TOO_LONG';

/** Capacity of QR version 13 at error level M in byte mode. */
const maxEpcBytes = 331;

const inEuros = (cents: number) => `EUR${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const characters = (text: string) => [...text].length;

function refusalOf(transfer: EpcTransfer, version: '001' | '002'): EpcRefusal | null {
  const { name, bic, amountCents, purpose = '', creditorReference = '', text = '', information = '' } = transfer;
  if ([name, text, information].some((line) => /[\r\n]/.test(line))) return 'LINE_BREAK';
  if (name.trim() === '') return 'NAME_MISSING';
  if (characters(name) > 70) return 'NAME_TOO_LONG';
  const iban = parseIban(transfer.iban);
  if (!iban) return 'IBAN_INVALID';
  if (bic && !parseBic(bic)) return 'BIC_INVALID';
  if (!bic && (version === '001' || needsBic(iban))) return 'BIC_MISSING';
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > 99_999_999_999)
    return 'AMOUNT_OUT_OF_RANGE';
  if (purpose !== '' && !/^[A-Z0-9]{1,4}$/.test(purpose)) return 'PURPOSE_INVALID';
  if (creditorReference !== '' && text !== '') return 'REFERENCE_AND_TEXT';
  if (creditorReference !== '' && !parseCreditorReference(creditorReference)) return 'REFERENCE_INVALID';
  if (characters(text) > 140) return 'TEXT_TOO_LONG';
  if (characters(information) > 70) return 'INFORMATION_TOO_LONG';
  return null;
}

/** Returns the payload in UTF-8 (character set 1) with LF and without trailing empty lines, or the error. */
export function epcQrPayload(transfer: EpcTransfer): { payload: string } | { refusal: EpcRefusal } {
  const version = transfer.version ?? '002';
  const refusal = refusalOf(transfer, version);
  if (refusal) return { refusal };
  const { bic, purpose = '', creditorReference, text = '', information = '' } = transfer;
  const payload = [
    'BCD',
    version,
    '1',
    'SCT',
    bic ? parseBic(bic) : '',
    transfer.name.trim(),
    parseIban(transfer.iban),
    inEuros(transfer.amountCents),
    purpose,
    creditorReference ? parseCreditorReference(creditorReference) : '',
    text.trim(),
    information.trim(),
  ]
    .join('\n')
    .replace(/\n+$/, '');
  if (new TextEncoder().encode(payload).length > maxEpcBytes) return { refusal: 'PAYLOAD_TOO_LONG' };
  return { payload };
}
