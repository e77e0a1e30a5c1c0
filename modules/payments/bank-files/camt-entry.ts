import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { BankFileError, type BankLine, bankLine, orRefused } from './bank-line.ts';
import { dateIn, given, isImpossibleDay, tidy, xmlAmount } from './cells.ts';

export type XmlNode = { name: string; currency: string | null; text: string; children: XmlNode[] };

export function at(node: XmlNode, ...way: string[]): XmlNode | undefined {
  let found: XmlNode | undefined = node;
  for (const name of way) {
    let next: XmlNode | undefined;
    for (const child of found.children) {
      if (child.name !== name) continue;
      next = child;
      break;
    }
    if (!next) return undefined;
    found = next;
  }
  return found;
}
export const textAt = (node: XmlNode, ...way: string[]): string | null => given(at(node, ...way)?.text);

/** One transfer of an entry, compact because a batch has tens of thousands. */
export type Details = {
  amount: Cents | null;
  currency: string | null;
  side: string | null;
  debtor: { name: string | null; iban: string | null };
  creditor: { name: string | null; iban: string | null };
  texts: string[];
  structuredReference: string | null;
  endToEndId: string | null;
  bankReference: string | null;
  isReturn: boolean;
};

/** Version 02 names a party directly, later versions within `Pty`. */
function party(node: XmlNode, role: 'Dbtr' | 'Cdtr'): { name: string | null; iban: string | null } {
  const named = (who: string) => textAt(node, 'RltdPties', who, 'Nm') ?? textAt(node, 'RltdPties', who, 'Pty', 'Nm');
  return {
    name: named(role) ?? named(`Ultmt${role}`),
    iban: textAt(node, 'RltdPties', `${role}Acct`, 'Id', 'IBAN'),
  };
}

/** @throws BankFileError for an invalid amount */
export function detailsOf(node: XmlNode, entry: number): Details {
  // Versions from 03 on state the amount of the transfer itself, version 02 the amount of the transaction.
  const own = at(node, 'Amt') ?? at(node, 'AmtDtls', 'TxAmt', 'Amt');
  const amount = own ? orRefused(xmlAmount(own.text), 'amount', entry) : null;
  const information = at(node, 'RmtInf');
  const parts = (information?.children ?? []).filter(({ name }) => name === 'Ustrd').map(({ text }) => text);
  const structured = (information?.children ?? [])
    .filter(({ name }) => name === 'Strd')
    .map((each) => textAt(each, 'CdtrRefInf', 'Ref') ?? textAt(each, 'AddtlRmtInf'))
    .filter((text) => text !== null);
  if (parts.length === 0) parts.push(at(node, 'AddtlTxInf')?.text ?? '');
  return {
    amount,
    currency: own?.currency ?? null,
    side: textAt(node, 'CdtDbtInd'),
    debtor: party(node, 'Dbtr'),
    creditor: party(node, 'Cdtr'),
    texts: readings(parts),
    structuredReference: structured.length > 0 ? structured.join(' ') : null,
    endToEndId: textAt(node, 'Refs', 'EndToEndId'),
    bankReference: textAt(node, 'Refs', 'AcctSvcrRef') ?? textAt(node, 'Refs', 'TxId'),
    isReturn: at(node, 'RtrInf') !== undefined,
  };
}

/** The parts joined with and without blanks, because banks cut a text wherever the field was full. */
function readings(parts: readonly string[]): string[] {
  const spaced = tidy(parts.join(' '));
  const joined = tidy(parts.join(''));
  return joined === spaced ? [spaced] : [spaced, joined];
}

type Entry = { lines: BankLine[]; booked: Cents; currency: string };

/** The movements of one entry: its transfers if it has several, else the entry itself. @throws BankFileError */
export function linesOfEntry(node: XmlNode, details: Details[], accountIban: string | null, entry: number): Entry {
  const signed = signedAmount(node, entry);
  const currency = at(node, 'Amt')?.currency ?? '';
  const side = textAt(node, 'CdtDbtInd');
  // A text in version 02, an element in later versions.
  const status = textAt(node, 'Sts', 'Cd') ?? textAt(node, 'Sts') ?? 'BOOK';
  const isPending = status !== 'BOOK';
  const value = textAt(node, 'ValDt', 'Dt') ?? '';
  const valueDate = isImpossibleDay(value) ? null : dateOf(node, 'ValDt', entry);
  const bookingDate = orRefused(dateOf(node, 'BookgDt', entry) ?? valueDate, 'date', entry);
  const isReversal = /^(true|1)$/.test(textAt(node, 'RvslInd') ?? '');
  const base = { bookingDate, valueDate, currency, accountIban, isReversal, isPending };
  const bankReference = textAt(node, 'AcctSvcrRef');
  const booked = isPending ? zeroCents : signed;
  const isSplit = details.length > 1 && details.every((each) => each.amount !== null && each.currency === currency);
  if (!isSplit) {
    const one = joinDetails(details, textAt(node, 'AddtlNtryInf'));
    return { lines: [lineOf(base, signed, one, bankReference)], booked, currency };
  }
  const lines = details.map((each) => {
    const sign = (each.side ?? side) === 'CRDT' ? 1 : -1;
    return lineOf(base, cents(sign * (each.amount as Cents)), each, bankReference);
  });
  if (lines.reduce((sum, line) => sum + line.amount, 0) !== signed) throw new BankFileError('amount', entry);
  return { lines, booked, currency };
}

/** Amount of an entry or balance; negative for debits. `place`: number of the entry. @throws BankFileError */
export function signedAmount(node: XmlNode, place: number | null): Cents {
  const amount = orRefused(xmlAmount(at(node, 'Amt')?.text ?? ''), 'amount', place);
  const side = textAt(node, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') throw new BankFileError('broken', place);
  return side === 'CRDT' ? amount : cents(-amount);
}

/** @throws BankFileError for an unreadable date */
export function dateOf(node: XmlNode, name: string, place: number | null): CalendarDate | null {
  const text = textAt(node, name, 'Dt') ?? textAt(node, name, 'DtTm');
  return text === null ? null : orRefused(dateIn(text.slice(0, 10)), 'date', place);
}

const noParty = { name: null, iban: null };
const nothing: Details = {
  amount: null,
  currency: null,
  side: null,
  debtor: noParty,
  creditor: noParty,
  texts: [''],
  structuredReference: null,
  endToEndId: null,
  bankReference: null,
  isReturn: false,
};

function joinDetails(details: readonly Details[], entryText: string | null): Details {
  const [first] = details;
  if (!first) return { ...nothing, texts: readings([entryText ?? '']) };
  if (details.length > 1) {
    const all = details.flatMap((each) => [each.texts[0] ?? '', each.structuredReference ?? '', each.endToEndId ?? '']);
    return { ...nothing, texts: readings([tidy(all.join(' '))]) };
  }
  const isEmpty = first.texts.every((text) => text === '') && first.structuredReference === null;
  return isEmpty ? { ...first, texts: readings([entryText ?? '']) } : first;
}

type Base = Pick<BankLine, 'bookingDate' | 'valueDate' | 'currency' | 'accountIban' | 'isReversal' | 'isPending'>;

function lineOf(base: Base, amount: Cents, details: Details, bankReference: string | null): BankLine {
  const { name, iban } = amount > 0 ? details.debtor : details.creditor;
  return bankLine({
    ...base,
    amount,
    payerName: name,
    payerIban: iban,
    texts: details.texts,
    endToEndId: details.endToEndId,
    structuredReference: details.structuredReference,
    bankReference: details.bankReference ?? bankReference,
    isReversal: base.isReversal || details.isReturn,
  });
}
