import { createHash } from 'node:crypto';
import type { BankLine } from '../bank-files/bank-line.ts';
import type { TableView } from '../bank-files/table-columns.ts';

/**
 * Raised whenever a reader reads another account, day or text of a movement than before (`earlier-readings.test.ts` fails
 * then): what an earlier version stored is compared by other means (`earlier-readings.ts`).
 */
const readingVersion = 2;

/**
 * A movement is known by what every export of it says: account, day, amount, currency, payer's account and text. Behind
 * that stand who read it, the bank's own number, which only one kind of export says, and a running number, since two
 * payments may be alike in all of it.
 */
type Fingerprint = { base: string; reader: string; bankReference: string; number: number };

/** Letters and digits alone: where a bank cuts and joins a text differs from export to export. */
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

/**
 * Who reads a file: its kind of export, the version of the readers, and of a table the columns that a person chose. Two
 * readers may read other texts of one movement, one reader never. The first version wrote the kind alone.
 */
export function readerOf(format: string, chosen: Pick<TableView, 'fields'> | null): string {
  const columns = chosen ? `.${createHash('sha256').update(chosen.fields.join()).digest('hex').slice(0, 8)}` : '';
  return `${format.replace(/\.001\.\d+$/, '')}~${readingVersion}${columns}`;
}

/** The kind of export: the messages of camt number their bookings each in its own way. */
export const kindOf = (reader: string): string => reader.replace(/~.*/, '');

export const numberOf = ({ bankReference }: Pick<BankLine, 'bankReference'>): string =>
  letters(bankReference ?? '').slice(0, 40);

/** The same kind of export gave these two movements numbers of their own. */
export const areNumberedApart = (
  one: Pick<Fingerprint, 'reader' | 'bankReference'>,
  other: Pick<Fingerprint, 'reader' | 'bankReference'>,
): boolean =>
  kindOf(one.reader) === kindOf(other.reader) &&
  one.bankReference !== '' &&
  other.bankReference !== '' &&
  one.bankReference !== other.bankReference;

/** `storedAs`: the stored line that this one was found to be (`earlier-readings.ts`), whose base it then has. */
export type ClaimedLine = { line: BankLine; base: string; storedAs: string | null };

/**
 * Tells which lines of one file are known already. Each stored line stands for one line of the file; a line is another
 * one only when the same kind of export gave it another number of the bank.
 */
export class KnownLines {
  readonly #claimed = new Set<string>();
  readonly #stored = new Map<string, Fingerprint[]>();
  #reserved: ReadonlySet<string> = new Set();

  /** Stored lines that are no other lines of the file than those that name them. */
  reserve(fingerprints: ReadonlySet<string>): void {
    this.#reserved = fingerprints;
  }

  /** What is stored under these bases now, all of it. */
  load(fingerprints: readonly string[]): void {
    this.#stored.clear();
    for (const text of fingerprints) {
      const each = readFingerprint(text);
      this.#stored.set(each.base, [...(this.#stored.get(each.base) ?? []), each]);
    }
  }

  /** The fingerprint of a line, and whether it is stored. Every line of the file is asked for once. */
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

  /** A write was taken back: what it claimed is free again. */
  release(fingerprints: readonly string[]): void {
    for (const each of fingerprints) this.#claimed.delete(each);
  }
}
