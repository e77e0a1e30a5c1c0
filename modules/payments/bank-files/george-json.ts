// Our own: the file is read an object at a time; a streaming JSON parser would be the larger half of it.

import * as z from 'zod';
import { cents } from '#src/kernel/money.ts';
import { BankFileError, type BankFileReader, type BankLine, bankLine, orRefused } from './bank-line.ts';
import { dateIn, given, isImpossibleDay, saysReversal, tidy } from './cells.ts';

const text = z.string().nullish();
const recordSchema = z.object({
  booking: z.string(),
  valuation: text,
  partnerName: text,
  partnerAccount: z.object({ iban: text, number: text }).nullish(),
  amount: z.object({ value: z.int(), precision: z.int().min(0).max(4), currency: z.string() }),
  reference: text,
  referenceNumber: text,
  receiverReference: text,
  senderReference: text,
  e2eReference: text,
  ownerAccountNumber: text,
});
const longestRecord = 100_000;
const isValued = (day: string | null | undefined): day is string => Boolean(day && !isImpossibleDay(day.slice(0, 10)));

/** George's JSON: an array with one object per booking. Holds one object at a time. */
export class GeorgeJsonReader implements BankFileReader {
  readonly format = 'george-json';
  #rest = '';
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  #at = 0;
  #from = 0;
  #records = 0;
  #state: 'before' | 'value' | 'comma' | 'after' = 'before';

  push(text: string): BankLine[] {
    this.#rest += text;
    const lines: BankLine[] = [];
    for (; this.#at < this.#rest.length; this.#at += 1) {
      const record = this.#step(this.#rest[this.#at] as string);
      if (record !== null) lines.push(this.#lineOf(record));
    }
    const start = this.#depth > 0 ? this.#from : this.#at;
    this.#rest = this.#rest.slice(start);
    this.#at -= start;
    this.#from = 0;
    if (this.#rest.length > longestRecord) throw new BankFileError('broken', this.#records + 1);
    return lines;
  }

  end(): BankLine[] {
    if (this.#state !== 'after') throw new BankFileError('broken', this.#records + 1);
    return [];
  }

  #step(sign: string): string | null {
    if (this.#inText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (sign === '\\') this.#isEscaped = true;
      else if (sign === '"') this.#inText = false;
      return null;
    }
    if (this.#depth > 0) {
      if (sign === '"') this.#inText = true;
      if (sign === '{' || sign === '[') this.#depth += 1;
      if (sign === '}' || sign === ']') this.#depth -= 1;
      if (this.#depth > 0) return null;
      this.#state = 'comma';
      return this.#rest.slice(this.#from, this.#at + 1);
    }
    if (/\s/.test(sign)) return null;
    if (sign === '[' && this.#state === 'before') this.#state = 'value';
    else if (sign === '{' && this.#state === 'value') {
      this.#depth = 1;
      this.#from = this.#at;
    } else if (sign === ',' && this.#state === 'comma') this.#state = 'value';
    else if (sign === ']' && (this.#state === 'comma' || this.#records === 0)) this.#state = 'after';
    else throw new BankFileError('broken', this.#records + 1);
    return null;
  }

  #lineOf(json: string): BankLine {
    this.#records += 1;
    const place = this.#records;
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      throw new BankFileError('broken', place);
    }
    const parsed = recordSchema.safeParse(value);
    if (!parsed.success) throw new BankFileError(place === 1 ? 'unknownFormat' : 'broken', place);
    const record = parsed.data;
    const day = (moment: string) => orRefused(dateIn(moment.slice(0, 10)), 'date', place);
    const { value: units, precision, currency } = record.amount;
    const amount = precision <= 2 ? units * 10 ** (2 - precision) : units / 10 ** (precision - 2);
    const written = [record.reference, record.receiverReference].map((each) => tidy(each ?? ''));
    return bankLine({
      bookingDate: day(record.booking),
      valueDate: isValued(record.valuation) ? day(record.valuation) : null,
      amount: orRefused(Number.isSafeInteger(amount) ? cents(amount) : null, 'amount', place),
      currency,
      payerName: record.partnerName,
      payerIban: record.partnerAccount?.iban,
      texts: [[...new Set(written)].join(' ')],
      endToEndId: given(record.e2eReference) ?? record.senderReference,
      structuredReference: record.receiverReference,
      bankReference: record.referenceNumber,
      accountIban: record.ownerAccountNumber,
      isReversal: saysReversal(record.reference ?? ''),
    });
  }
}
