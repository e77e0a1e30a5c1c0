import { strToU8, zipSync } from 'fflate';
import { makeReference, refundReference } from '../rules/payment-reference.ts';
import type { BankLine } from './bank-line.ts';
import { openBankFile } from './read-bank-file.ts';
import { type ColumnChoices, noChoices } from './table-columns.ts';

/** Bank files for tests: invented people, valid IBANs. */
export const ownIban = 'AT611904300234573201';
export const payerIbans = ['DE89370400440532013000', 'AT483200000012345864', 'CH9300762011623852957'] as const;

export type MadeLine = {
  amount: number;
  text?: string;
  texts?: string[];
  name?: string;
  iban?: string | null;
  endToEndId?: string;
  structured?: string;
  bankReference?: string;
  date?: string;
  currency?: string;
  status?: string;
  isReversal?: boolean;
  extension?: string;
};

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const euros = (cents: number) =>
  `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT');

function camtEntry(line: MadeLine, version: string): string {
  const { amount, name = 'Erika Muster', iban = payerIbans[0], date = '2026-02-02', currency = 'EUR' } = line;
  const isFirst = version === '02';
  const party = `<Nm>${escaped(name)}</Nm>`;
  const role = amount < 0 ? 'Cdtr' : 'Dbtr';
  const texts = line.texts ?? [line.text ?? ''];
  const structured = line.structured
    ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${line.structured}</Ref></CdtrRefInf></Strd>`
    : '';
  const status = line.status ?? 'BOOK';
  const money = `<Amt Ccy="${currency}">${euros(amount)}</Amt>`;
  return `<Ntry>${money}<CdtDbtInd>${side(amount)}</CdtDbtInd>${line.isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${
    isFirst ? status : `<Cd>${status}</Cd>`
  }</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>${
    line.bankReference ? `<AcctSvcrRef>${line.bankReference}</AcctSvcrRef>` : ''
  }<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>${
    line.endToEndId ?? 'NOTPROVIDED'
  }</EndToEndId></Refs>${
    isFirst ? `<AmtDtls><TxAmt>${money}</TxAmt></AmtDtls>` : `${money}<CdtDbtInd>${side(amount)}</CdtDbtInd>`
  }<RltdPties><${role}>${isFirst ? party : `<Pty>${party}</Pty>`}</${role}>${
    iban === null ? '' : `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`
  }</RltdPties><RmtInf>${texts
    .filter((text) => text !== '')
    .map((text) => `<Ustrd>${escaped(text)}</Ustrd>`)
    .join('')}${structured}</RmtInf></TxDtls></NtryDtls></Ntry>`;
}

export type CamtOptions = { version?: string; iban?: string; closingOff?: number; message?: '052' | '053' | '054' };

const camtNames = {
  '052': { root: 'BkToCstmrAcctRpt', statement: 'Rpt' },
  '053': { root: 'BkToCstmrStmt', statement: 'Stmt' },
  '054': { root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
} as const;

/** Valid by the schema of its version. */
export function camtFile(lines: readonly MadeLine[], options: CamtOptions = {}): string {
  const { version = '08', iban = ownIban, closingOff = 0, message = '053' } = options;
  const { root, statement } = camtNames[message];
  const booked = lines.filter(({ status = 'BOOK' }) => status === 'BOOK');
  const closing = 10_000 + booked.reduce((sum, { amount }) => sum + amount, 0) + closingOff;
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>2026-02-02</Dt></Dt></Bal>`;
  const balances = message === '054' ? '' : balance('OPBD', 10_000) + balance('CLBD', closing);
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}"><${root}><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-02-03T05:00:00Z</CreDtTm></GrpHdr><${statement}><Id>S1</Id><ElctrncSeqNb>23</ElctrncSeqNb><CreDtTm>2026-02-03T05:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}
${lines.map((line) => camtEntry(line, version)).join('\n')}
</${statement}></${root}></Document>
`;
}

/** One message with fields of 27 characters, as German banks write it. */
export function mt940File(lines: readonly MadeLine[], account = ownIban): string {
  const comma = (cents: number) => euros(cents).replace('.', ',');
  const balance = (cents: number) => `${cents < 0 ? 'D' : 'C'}260202EUR${comma(cents)}`;
  const closing = 10_000 + lines.reduce((sum, { amount }) => sum + amount, 0);
  const movements = lines.map(({ amount, text = '', name = 'Erika Muster', iban = payerIbans[0], ...line }) => {
    const purpose = `${line.endToEndId ? `EREF+${line.endToEndId}` : ''}SVWZ+${text}`;
    const cuts = purpose.match(/.{1,27}/gs) ?? [];
    const fields = cuts.map((cut, index) => `?${index < 10 ? 20 + index : 50 + index}${cut}`).join('');
    const mark = line.isReversal ? (amount < 0 ? 'RC' : 'RD') : amount < 0 ? 'D' : 'C';
    return `:61:2602020202${mark}R${comma(amount)}NTRFNONREF//${line.bankReference ?? ''}\r\n:86:166?00SEPA-UEBERWEISUNG${fields}?30COBADEFFXXX?31${iban ?? ''}?32${name}${line.extension ? `?34${line.extension}` : ''}\r\n`;
  });
  return `:20:STARTUMS\r\n:25:${account}\r\n:28C:00023/001\r\n:60F:${balance(10_000)}\r\n${movements.join('')}:62F:${balance(closing)}\r\n-\r\n`;
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
export const latinBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (sign) => (sign === '€' ? 0x80 : (sign.codePointAt(0) ?? 63)));

const signs850: Readonly<Record<string, number>> = {
  ...{ ä: 0x84, ö: 0x94, ü: 0x81, Ä: 0x8e, Ö: 0x99, Ü: 0x9a, ß: 0xe1, ë: 0x89 },
};
export const cp850Bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (sign) => signs850[sign] ?? sign.codePointAt(0) ?? 63);
export function utf16Bytes(text: string, littleEnd = true): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEnd);
  return new Uint8Array(view.buffer);
}

/** A workbook (xlsx) with these sheets; numeric texts become numbers. */
export function workbookBytes(...sheets: (readonly (readonly (string | number)[])[])[]): Uint8Array<ArrayBuffer> {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const written = sheets.map((rows, at) => {
    const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
    return [`xl/worksheets/sheet${at + 1}.xml`, strToU8(`<worksheet><sheetData>${data}</sheetData></worksheet>`)];
  });
  return new Uint8Array(zipSync(Object.fromEntries(written)));
}

export async function readAll(
  file: string | Uint8Array,
  own: string | null = ownIban,
  choices: ColumnChoices = noChoices,
): Promise<{ format: string; lines: BankLine[] }> {
  const opened = await openBankFile(typeof file === 'string' ? bytesOf(file) : file, own, choices);
  const lines: BankLine[] = [];
  for await (const some of opened.lines()) lines.push(...some);
  return { format: opened.format, lines };
}

/** Movements as banks export them: amount, text, name and account of the counterparty. */
export type BankLayout = {
  name: string;
  write(lines: readonly MadeLine[]): string | Uint8Array<ArrayBuffer>;
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
/** `stored-by-first-readers.json`: order 1 is paid twice, the debit refunds the second payment. */
export const storedMovements: readonly MadeLine[] = [
  { amount: 3000, text: `Startgeld ${referenceOf(1)}`, iban: erika },
  { amount: 3000, text: `Startgeld ${referenceOf(1)}`, iban: erika },
  { amount: 3000, text: `${referenceOf(2)} Eva`, name: 'Max Moser', iban: max },
  { amount: 3000, text: 'Lauf', name: 'Kim Huber', iban: kim },
  { amount: 3000, text: `Lauf ${referenceOf(3)}`, name: 'Max Moser', iban: max },
  { amount: -3000, text: `Erstattung ${refundReference('SB', 1, 1)}`, iban: erika },
];
