import { strToU8, zipSync } from 'fflate';
import type { BankLine } from './bank-line.ts';
import { openBankFile } from './read-bank-file.ts';
import { type ColumnChoices, noChoices } from './table-columns.ts';

/** Bank files for tests: invented people, valid IBANs. */
export const ownIban = 'AT611904300234573201';
export const payerIbans = ['DE89370400440532013000', 'AT483200000012345864', 'CH9300762011623852957'] as const;

export type MadeLine = {
  amount: number;
  text?: string;
  /** Several parts of the purpose. */
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
/** Windows-1252. */
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
