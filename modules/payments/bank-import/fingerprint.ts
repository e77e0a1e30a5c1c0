import { createHash } from 'node:crypto';
import type { BankLine } from '../bank-files/bank-line.ts';
import type { TableView } from '../bank-files/table-columns.ts';

/** Raise it when `earlier-readings.test.ts` reports other accounts, days or texts than before. */
const readingVersion = 2;

/**
 * `base` hashes what every export states: account, day, amount, currency, payer's account and text. It is followed by
 * the reader, the bank's number (not in every export), and a running number for equal payments.
 */
type Fingerprint = { base: string; reader: string; bankReference: string; number: number };

/** Only letters and digits: banks cut and join texts differently per export. */
export const letters = (text: string): string =>
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

const fingerprintText = ({ base, reader, bankReference, number }: Fingerprint): string =>
  [base, reader, bankReference, number].join('|');

export function readFingerprint(text: string): Fingerprint {
  const [base = '', reader = '', bankReference = '', number = '1'] = text.split('|');
  return { base, reader, bankReference, number: Number(number) };
}

/** Identifies the reader: kind of export, version, and chosen columns. Version 1 is the kind alone. */
export function readerOf(format: string, chosen: Pick<TableView, 'fields'> | null): string {
  const columns = chosen ? `.${createHash('sha256').update(chosen.fields.join()).digest('hex').slice(0, 8)}` : '';
  return `${format.replace(/\.001\.\d+$/, '')}~${readingVersion}${columns}`;
}

/** Kind of export. Each kind of camt message has its own numbers. */
export const kindOf = (reader: string): string => reader.replace(/~.*/, '');

export const numberOf = ({ bankReference }: Pick<BankLine, 'bankReference'>): string =>
  letters(bankReference ?? '').slice(0, 40);

/** One kind of export gave the two movements different numbers. */
export const areNumberedApart = (
  one: Pick<Fingerprint, 'reader' | 'bankReference'>,
  other: Pick<Fingerprint, 'reader' | 'bankReference'>,
): boolean =>
  kindOf(one.reader) === kindOf(other.reader) &&
  one.bankReference !== '' &&
  other.bankReference !== '' &&
  one.bankReference !== other.bankReference;

/** `storedAs`: fingerprint of the stored line that matches (`earlier-readings.ts`); its base is used. */
export type ClaimedLine = { line: BankLine; base: string; storedAs: string | null };

/** Assigns lines of a file to stored lines, one to one. Different bank numbers of one kind exclude a match. */
export class KnownLines {
  readonly #claimed = new Set<string>();
  readonly #stored = new Map<string, Fingerprint[]>();
  #reserved: ReadonlySet<string> = new Set();

  /** Reserves stored lines for the lines that name them. */
  reserve(fingerprints: ReadonlySet<string>): void {
    this.#reserved = fingerprints;
  }

  load(fingerprints: readonly string[]): void {
    this.#stored.clear();
    for (const text of fingerprints) {
      const each = readFingerprint(text);
      this.#stored.set(each.base, [...(this.#stored.get(each.base) ?? []), each]);
    }
  }

  /** Returns the fingerprint of a line and whether it is stored. Call once per line. */
  claim({ line, base, storedAs }: ClaimedLine, reader: string): { fingerprint: string; isKnown: boolean } {
    const bankReference = numberOf(line);
    const isFree = (text: string) => !this.#claimed.has(text) && !this.#reserved.has(text);
    const free = (this.#stored.get(base) ?? []).filter((each) => isFree(fingerprintText(each)));
    const same = free.find((each) => kindOf(each.reader) === kindOf(reader) && each.bankReference === bankReference);
    const alike = free.find((each) => !areNumberedApart(each, { reader, bankReference }));
    const known = storedAs ?? (same || alike ? fingerprintText((same ?? alike) as Fingerprint) : null);
    if (known !== null) {
      this.#claimed.add(known);
      return { fingerprint: known, isKnown: true };
    }
    let number = 1;
    const text = () => fingerprintText({ base, reader, bankReference, number });
    while (this.#claimed.has(text()) || this.#reserved.has(text())) number += 1;
    this.#claimed.add(text());
    return { fingerprint: text(), isKnown: false };
  }

  release(fingerprints: readonly string[]): void {
    for (const each of fingerprints) this.#claimed.delete(each);
  }
}
