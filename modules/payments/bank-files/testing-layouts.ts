import { makeReference } from '../rules/payment-reference.ts';
import { refundReference } from '../rules/refund-reference.ts';
import { camtFile, latinBytes, type MadeLine, mt940File, ownIban, payerIbans } from './testing.ts';

/** Movements as banks export them: amount, text, name and account of the counterparty. */
export type BankLayout = {
  name: string;
  write(lines: readonly MadeLine[]): string | Uint8Array<ArrayBuffer>;
  /** Chosen columns. */
  columns?: Readonly<Record<string, string>>;
};

type Cells = {
  amount: string;
  signed: string;
  plain: string;
  text: string;
  name: string;
  iban: string;
  isDebit: boolean;
};

const cellsOf = ({ amount, text = '', name = 'Erika Muster', iban = payerIbans[0] }: MadeLine): Cells => {
  const plain = `${Math.floor(Math.abs(amount) / 100)},${String(Math.abs(amount) % 100).padStart(2, '0')}`;
  const signed = `${amount < 0 ? '-' : '+'}${plain}`;
  return { amount: amount < 0 ? `-${plain}` : plain, signed, plain, text, name, iban: iban ?? '', isDebit: amount < 0 };
};

const table = (
  name: string,
  head: string,
  row: (cells: Cells) => string,
  more: Pick<BankLayout, 'columns'> & { isLatin?: true } = {},
): BankLayout => ({
  name,
  write(lines) {
    const text = `${head}${lines.map((line) => `${row(cellsOf(line))}\n`).join('')}`;
    return more.isLatin ? latinBytes(text) : text;
  },
  ...(more.columns ? { columns: more.columns } : {}),
});

const georgeRecord = ({ amount, text, name, iban }: MadeLine) => ({
  booking: '2026-02-02T00:00:00.000+0100',
  valuation: '2026-02-02T00:00:00.000+0100',
  partnerName: name ?? 'Erika Muster',
  partnerAccount: { iban: iban === undefined ? payerIbans[0] : iban, bic: '' },
  amount: { value: amount, precision: 2, currency: 'EUR' },
  reference: text ?? '',
});

export const bankLayouts: readonly BankLayout[] = [
  { name: 'camt.053', write: (lines) => camtFile(lines) },
  { name: 'camt.052 of version 02', write: (lines) => camtFile(lines, { version: '02', message: '052' }) },
  { name: 'camt.054', write: (lines) => camtFile(lines, { message: '054' }) },
  { name: 'MT940', write: (lines) => mt940File(lines) },
  { name: 'George, JSON', write: (lines) => JSON.stringify(lines.map(georgeRecord)) },
  table(
    'George',
    'Buchungsdatum,Partnername,Partner IBAN,Betrag,Währung,Buchungs-Details\n',
    ({ amount, text, name, iban }) => `02.02.2026,${name},${iban},"${amount}",EUR,${text}`,
  ),
  table(
    'Sparkasse, Austria',
    'Bezeichnung;Valutadatum;Betrag;Währung;Buchungsdatum;Umsatzzeile 1;Zusatztext;Auftraggeber;Kundendaten/Zahlungsreferenz;Umsatzzeile 2;Ersterfassungsreferenz;Auftraggeber Kontonr./IBAN;Auftraggeber BLZ/BIC;Partnername;Partner Kontonr./IBAN;Partner BLZ/BIC\n',
    ({ amount, text, name, iban }) =>
      `Giro;02.02.2026;${amount};EUR;02.02.2026;Überweisung;;;${text};;;;;${name};${iban};COBADEFFXXX`,
    { isLatin: true },
  ),
  table(
    'Raiffeisen',
    '',
    ({ amount, text, name, iban, isDebit }) =>
      `02.02.2026;${isDebit ? `Empfänger: ${name} Verwendungszweck: ${text} IBAN Empfänger: ${iban}` : `Auftraggeber: ${name} Zahlungsreferenz: ${text} IBAN Auftraggeber: ${iban}`};02.02.2026;${amount};EUR;02.02.2026 09:04:48:233`,
  ),
  table(
    'BAWAG',
    '',
    ({ amount, text, name, iban }) =>
      `${ownIban};${text} VB/000000123 COBADEFFXXX ${iban} ${name};02.02.2026;02.02.2026;${amount};EUR`,
    { isLatin: true },
  ),
  table(
    'N26',
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n',
    ({ amount, text, name, iban }) =>
      `2026-02-02,2026-02-02,"${name}",${iban},"Credit Transfer","${text}","Hauptkonto",${amount.replace(',', '.')},,,`,
  ),
  table(
    'Finom',
    'Wallet-IBAN;Date;Counterparty name;Counterparty IBAN;Reference;Amount;Currency\n',
    ({ amount, text, name, iban }) => `${ownIban};2026-02-02;${name};${iban};${text};${amount.replace(',', '.')};EUR`,
  ),
  table(
    'Bank Austria',
    'Buchungsdatum;Valutadatum;Buchungstext;Interne Notiz;Währung;Betrag;Belegdaten;Belegnummer;Auftraggebername;Auftraggeberkonto;Auftraggeber BLZ;Empfängername;Empfängerkonto;Empfänger BLZ;Zahlungsgrund\n',
    ({ amount, text, name, iban, isDebit }) =>
      `02.02.2026;02.02.2026;${isDebit ? 'ÜBERWEISUNG' : 'GUTSCHRIFT'};;EUR;${amount};;;${isDebit ? `Verein;${ownIban};12000;${name};${iban};` : `${name};${iban};;Verein;${ownIban};12000`};${text}`,
  ),
  table(
    'Bank Austria, repeating the purpose',
    'Buchungsdatum;Valutadatum;Buchungstext;Interne Notiz;Währung;Betrag;Belegdaten;Belegnummer;Auftraggebername;Auftraggeberkonto;Auftraggeber BLZ;Empfängername;Empfängerkonto;Empfänger BLZ;Zahlungsgrund\n',
    ({ amount, text, name, iban, isDebit }) =>
      `02.02.2026;02.02.2026;${isDebit ? 'ÜBERWEISUNG' : 'GUTSCHRIFT'} ${text};;EUR;${amount};;;${isDebit ? `Verein;${ownIban};12000;${name};${iban};` : `${name};${iban};;Verein;${ownIban};12000`};${text}`,
  ),
  table(
    'comdirect',
    '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n',
    ({ amount, text, name, iban, isDebit }) =>
      `"02.02.2026";"02.02.2026";"Übertrag / Überweisung";"${isDebit ? 'Empfänger' : 'Auftraggeber'}: ${name} Kto/IBAN: ${iban} Buchungstext: ${text} Ref. 1A2B3/4";"${amount}";`,
    { isLatin: true },
  ),
  table(
    'Volksbank of old',
    '"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"BLZ";"BIC";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "\n',
    ({ plain, text, name, iban, isDebit }) =>
      `"02.02.2026";"02.02.2026";"Verein";"${name}";;"${iban}";;"COBADEFFXXX";"ÜBERWEISUNG\n${text}";;"EUR";"${plain}";"${isDebit ? 'S' : 'H'}"`,
    { isLatin: true },
  ),
  table(
    'debit and credit by a letter',
    'Buchungsdatum;Verwendungszweck;Name;IBAN;Umsatz;Soll/Haben;Währung\n',
    ({ plain, text, name, iban, isDebit }) => `02.02.2026;${text};${name};${iban};${plain};${isDebit ? 'S' : 'H'};EUR`,
  ),
  table(
    'debit and credit apart',
    'Buchungstag;Auftraggeber;Verwendungszweck;IBAN;Soll;Haben;Währung\n',
    ({ plain, text, name, iban, isDebit }) =>
      `02.02.2026;${name};${text};${iban};${isDebit ? `${plain};` : `;${plain}`};EUR`,
  ),
  table(
    'a column Text',
    'Buchungsdatum;Text;Name;IBAN;Betrag;Währung\n',
    ({ signed, text, name, iban }) => `02.02.2026;${text};${name};${iban};${signed};EUR`,
  ),
  table(
    'an account under another name',
    'Datum;Verwendungszweck;Auftraggeber;Auftraggeberkonto;Betrag;Währung\n',
    ({ signed, text, name, iban }) => `02.02.2026;${text};${name};${iban};${signed};EUR`,
  ),
  table(
    'columns that a person chooses',
    'Buchungsdatum;Botschaft;Auftraggeber;Konto;Betrag;Währung\n',
    ({ signed, text, name, iban }) => `02.02.2026;${text};${name};${iban};${signed};EUR`,
    { columns: { Botschaft: 'reference', Konto: 'payerIban' } },
  ),
];

const [erika, max, kim] = payerIbans;
const referenceOf = (orderId: number): string => makeReference('SB', orderId);
/**
 * Source of `stored-by-first-readers.json`: order 1 is paid twice in one file, the debit refunds the second payment,
 * and one movement names no order.
 */
export const storedMovements: readonly MadeLine[] = [
  { amount: 3000, text: `Startgeld ${referenceOf(1)}`, iban: erika },
  { amount: 3000, text: `Startgeld ${referenceOf(1)}`, iban: erika },
  { amount: 3000, text: `${referenceOf(2)} Eva`, name: 'Max Moser', iban: max },
  { amount: 3000, text: 'Lauf', name: 'Kim Huber', iban: kim },
  { amount: 3000, text: `Lauf ${referenceOf(3)}`, name: 'Max Moser', iban: max },
  { amount: -3000, text: `Erstattung ${refundReference('SB', 1, 1)}`, iban: erika },
];
