import { BankFileError, type BankLine, bankLine, orRefused } from './bank-line.ts';
import { amountIn, dateIn, ibanIn, ibanWithin, isImpossibleDay, saysReversal } from './cells.ts';
import { markedParts } from './sepa-text.ts';

export type RowReader = { name: string; read(cells: string[], line: number): BankLine };

/** Labels of Raiffeisen's single text column; longer labels win. */
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

function datesAndAmount(booking: string, value: string, amount: string, currency: string, line: number) {
  return {
    bookingDate: orRefused(dateIn(booking), 'date', line),
    valueDate: isImpossibleDay(value) ? null : orRefused(dateIn(value), 'date', line),
    amount: orRefused(amountIn(amount, ','), 'amount', line),
    currency: orRefused(/^[A-Z]{3}$/.exec(currency.trim())?.[0], 'currency', line),
  };
}

/** Columns: date; labeled text; value date; amount; currency; time. */
const raiffeisen: RowReader = {
  name: 'raiffeisen',
  read(cells, line) {
    const [booking = '', text = '', value = '', amount = '', currency = ''] = cells;
    if (cells.length !== 6) throw new BankFileError('broken', line);
    const { before, parts } = markedParts(text, labelled);
    const part = (...names: string[]) =>
      names.map((name) => parts.find(([label]) => label === name)?.[1]).find((found) => found !== undefined);
    const written = [part('Zahlungsreferenz'), part('Verwendungszweck'), before];
    return bankLine({
      ...datesAndAmount(booking, value, amount, currency, line),
      payerName: part('Auftraggeber', 'Empfänger', 'Zahlungsempfänger'),
      payerIban: part('IBAN Auftraggeber', 'IBAN Empfänger', 'IBAN Zahlungsempfänger'),
      texts: [written.filter((each) => each !== undefined).join(' ')],
      endToEndId: part('Auftraggeberreferenz'),
      structuredReference: part('Zahlungsreferenz'),
      isReversal: saysReversal(before),
    });
  },
};

/** Columns: own IBAN; text with the payer's account and name; booking date; value date; amount; currency. */
const bawag: RowReader = {
  name: 'bawag',
  read(cells, line) {
    const [account = '', text = '', booking = '', value = '', amount = '', currency = ''] = cells;
    if (cells.length !== 6) throw new BankFileError('broken', line);
    const accountIban = orRefused(ibanIn(account), 'otherAccount', line);
    const payerIban = ibanWithin(text, accountIban);
    return bankLine({
      ...datesAndAmount(booking, value, amount, currency, line),
      payerName: payerIban === null ? '' : text.replace(/\s/g, ' ').split(payerIban)[1],
      payerIban,
      texts: [text],
      accountIban,
      isReversal: saysReversal(text.slice(0, 40)),
    });
  },
};

export function rowsWithoutHeader(cells: readonly string[]): RowReader | null {
  const [first = '', , third = '', fourth = '', fifth = ''] = cells;
  if (cells.length !== 6) return null;
  const isDay = (cell: string) => dateIn(cell) !== null || isImpossibleDay(cell);
  if (ibanIn(first) && isDay(third) && isDay(fourth) && amountIn(fifth, ',') !== null) return bawag;
  if (isDay(first) && isDay(third) && amountIn(fourth, ',') !== null && /^[A-Z]{3}$/.test(fifth.trim()))
    return raiffeisen;
  return null;
}
