import { createHash } from 'node:crypto';
import type { BankLine } from '../bank-files/bank-line.ts';

/**
 * A movement is known by what every export of it says: account, day, amount, currency, payer's account and text. Behind
 * that stand what only one kind of export says, the bank's own number, and a running number, since two payments may be
 * alike in all of it.
 */
type Fingerprint = { base: string; family: string; bankReference: string; number: number };

/** Letters and digits alone: where a bank cuts and joins a text differs from export to export. */
const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

export function baseOf(line: BankLine, ownIban: string | null): string {
  const { bookingDate, amount, currency, payerIban, texts, structuredReference } = line;
  const account = line.accountIban ?? ownIban ?? '';
  const text = letters(texts[0] ?? '');
  const structured = letters(structuredReference ?? '');
  const written = text.includes(structured) ? text : text + structured;
  const whole = [account, bookingDate, amount, currency, payerIban ?? '', written].join('|');
  return createHash('sha256').update(whole).digest('hex').slice(0, 40);
}

const fingerprintText = ({ base, family, bankReference, number }: Fingerprint): string =>
  [base, family, bankReference, number].join('|');

function readFingerprint(text: string): Fingerprint {
  const [base = '', family = '', bankReference = '', number = '1'] = text.split('|');
  return { base, family, bankReference, number: Number(number) };
}

/** The kind of export: the messages of camt number their bookings each in its own way. */
export const familyOf = (format: string): string => format.replace(/\.001\.\d+$/, '');

/**
 * Tells which lines of one file are known already. Each stored line stands for one line of the file; a line is another
 * one only when the same kind of export gave it another number of the bank.
 */
export class KnownLines {
  readonly #claimed = new Set<string>();
  readonly #stored = new Map<string, Fingerprint[]>();

  /** What is stored under these bases now, all of it. */
  load(fingerprints: readonly string[]): void {
    this.#stored.clear();
    for (const text of fingerprints) {
      const each = readFingerprint(text);
      this.#stored.set(each.base, [...(this.#stored.get(each.base) ?? []), each]);
    }
  }

  /** The fingerprint of a line, and whether it is stored. Every line of the file is asked for once. */
  claim(line: BankLine, base: string, family: string): { fingerprint: string; isKnown: boolean } {
    const bankReference = letters(line.bankReference ?? '').slice(0, 40);
    const free = (this.#stored.get(base) ?? []).filter((each) => !this.#claimed.has(fingerprintText(each)));
    const same = free.find((each) => each.family === family && each.bankReference === bankReference);
    const alike = free.find((each) => each.family !== family || each.bankReference === '' || bankReference === '');
    const known = same ?? alike;
    if (known) {
      const fingerprint = fingerprintText(known);
      this.#claimed.add(fingerprint);
      return { fingerprint, isKnown: true };
    }
    let number = 1;
    const text = () => fingerprintText({ base, family, bankReference, number });
    while (this.#claimed.has(text())) number += 1;
    this.#claimed.add(text());
    return { fingerprint: text(), isKnown: false };
  }

  /** A write was taken back: what it claimed is free again. */
  release(fingerprints: readonly string[]): void {
    for (const each of fingerprints) this.#claimed.delete(each);
  }
}
