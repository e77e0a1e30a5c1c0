import { BankFileError, type BankLine } from './bank-line.ts';
import { amountIn, dateIn, given, ibanIn, ibanWithin, saysReversal, tidy } from './cells.ts';

/** Reads the rows of a layout that begins without names of columns. */
export type RowReader = { name: string; read(cells: string[], line: number, ownIban: string | null): BankLine };

/** Labels of the one long text of Raiffeisen, in the order in which the longer one wins. */
const labels = [
  'IBAN Auftraggeber',
  'BIC Auftraggeber',
  'IBAN Empfänger',
  'BIC Empfänger',
  'IBAN Zahlungsempfänger',
  'BIC Zahlungsempfänger',
  'Auftraggeberreferenz',
  'Zahlungsreferenz',
  'Verwendungszweck',
  'Zahlungsempfänger',
  'Auftraggeber',
  'Empfänger',
  'Mandat',
  'Creditor-ID',
  'Kundenreferenz',
];
const labelled = new RegExp(`(?:^|\\s)(${labels.join('|')}):\\s*`, 'g');

function labelledParts(text: string): Map<string, string> {
  const marks = [...text.matchAll(labelled)];
  const found = new Map<string, string>();
  for (const [index, mark] of marks.entries()) {
    const from = mark.index + mark[0].length;
    const name = mark[1] ?? '';
    if (!found.has(name)) found.set(name, tidy(text.slice(from, marks[index + 1]?.index ?? text.length)));
  }
  const before = tidy(text.slice(0, marks[0]?.index ?? text.length));
  if (before !== '') found.set('', before);
  return found;
}

function datesAndAmount(booking: string, value: string, amount: string, currency: string, line: number) {
  const [bookingDate, valueDate] = [dateIn(booking), dateIn(value)];
  if (bookingDate === null || valueDate === null) throw new BankFileError('date', line);
  const sum = amountIn(amount, ',');
  if (sum === null) throw new BankFileError('amount', line);
  if (!/^[A-Z]{3}$/.test(currency.trim())) throw new BankFileError('currency', line);
  return { bookingDate, valueDate, amount: sum, currency: currency.trim(), isPending: false };
}

/** Date; one text with labels; value date; amount; currency; moment. */
const raiffeisen: RowReader = {
  name: 'raiffeisen',
  read(cells, line) {
    const [booking = '', text = '', value = '', amount = '', currency = ''] = cells;
    if (cells.length !== 6) throw new BankFileError('broken', line);
    const parts = labelledParts(text);
    const part = (...names: string[]) => names.map((name) => parts.get(name)).find((found) => found !== undefined);
    const written = [part('Zahlungsreferenz'), part('Verwendungszweck'), parts.get('')];
    return {
      ...datesAndAmount(booking, value, amount, currency, line),
      payerName: part('Auftraggeber', 'Empfänger', 'Zahlungsempfänger') ?? '',
      payerIban: ibanIn(part('IBAN Auftraggeber', 'IBAN Empfänger', 'IBAN Zahlungsempfänger') ?? ''),
      texts: [tidy(written.filter((each) => each !== undefined).join(' '))],
      endToEndId: given(part('Auftraggeberreferenz')),
      structuredReference: given(part('Zahlungsreferenz')),
      bankReference: null,
      accountIban: null,
      isReversal: saysReversal(parts.get('') ?? ''),
    };
  },
};

/** Own IBAN; text with the payer's account and name in it; booking; value; amount; currency. */
const bawag: RowReader = {
  name: 'bawag',
  read(cells, line, ownIban) {
    const [account = '', text = '', booking = '', value = '', amount = '', currency = ''] = cells;
    if (cells.length !== 6) throw new BankFileError('broken', line);
    const accountIban = ibanIn(account);
    if (accountIban === null) throw new BankFileError('otherAccount', line);
    const payerIban = ibanWithin(text, accountIban ?? ownIban);
    const behind = payerIban === null ? '' : (text.replace(/\s/g, ' ').split(payerIban)[1] ?? '');
    return {
      ...datesAndAmount(booking, value, amount, currency, line),
      payerName: tidy(behind),
      payerIban,
      texts: [tidy(text)],
      endToEndId: null,
      structuredReference: null,
      bankReference: null,
      accountIban,
      isReversal: saysReversal(text.slice(0, 40)),
    };
  },
};

/** Told by the first row; null when it is neither. */
export function rowsWithoutHeader(cells: readonly string[]): RowReader | null {
  const [first = '', , third = '', fourth = '', fifth = ''] = cells;
  if (cells.length !== 6) return null;
  if (ibanIn(first) && dateIn(third) && dateIn(fourth) && amountIn(fifth, ',') !== null) return bawag;
  if (dateIn(first) && dateIn(third) && amountIn(fourth, ',') !== null && /^[A-Z]{3}$/.test(fifth.trim()))
    return raiffeisen;
  return null;
}
