// Our own: iso20022.js reads camt.053 alone, and builds the whole document in memory first.

import { XmlError, xmlParser } from '#src/files/xml.ts';
import { parseIban } from '#src/kernel/iban.ts';
import type { Cents } from '#src/kernel/money.ts';
import { BankFileError, type BankFileReader, type BankLine, orRefused } from './bank-line.ts';
import { type Details, dateOf, detailsOf, linesOfEntry, signedAmount, textAt, type XmlNode } from './camt-entry.ts';

/** Message and version. The versions differ in four places; both forms are read. */
const namespaces = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[234]\.001\.(?:0[2-9]|1[0-3]))$/;
const messages: Readonly<Record<string, { root: string; statement: string }>> = {
  'camt.052': { root: 'BkToCstmrAcctRpt', statement: 'Rpt' },
  'camt.053': { root: 'BkToCstmrStmt', statement: 'Stmt' },
  'camt.054': { root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
};
/** Elements that are kept while they are read; everything else is skipped. */
const storedParts = new Set(['Acct', 'Bal', 'Ntry']);
/** In characters, line ends included. */
const maxTextLength = 1_000_000;

type Statement = {
  account: string | null;
  opening: Cents | null;
  closing: Cents | null;
  sum: number;
  isMixed: boolean;
};

/**
 * Reads ISO 20022 camt.053 (statement), camt.052 (report) and camt.054 (notification), versions 02 and later. If the
 * message has both balances, the bookings must explain the difference.
 */
export class CamtReader implements BankFileReader {
  format = 'camt';
  readonly #parser = xmlParser({
    open: (name, attributes) => this.#begin(name, attributes),
    close: () => this.#finish(),
    text: (text) => this.#read(text),
    doctype: () => {
      throw new BankFileError('doctype');
    },
  });
  readonly #path: string[] = [];
  #open: XmlNode[] = [];
  #details: Details[] = [];
  #statement: Statement | null = null;
  #shape: { root: string; statement: string } | null = null;
  #entries = 0;
  #statements = 0;
  #lines: BankLine[] = [];

  push(text: string): BankLine[] {
    return this.#run(() => this.#parser.write(text));
  }

  end(): BankLine[] {
    const lines = this.#run(() => this.#parser.close());
    if (this.#statements === 0) throw new BankFileError('broken');
    return lines;
  }

  #run(step: () => unknown): BankLine[] {
    this.#lines = [];
    try {
      step();
    } catch (error) {
      if (error instanceof XmlError) throw new BankFileError('broken', this.#parser.line + 1);
      throw error;
    }
    return this.#lines;
  }

  #begin(name: string, attributes: Readonly<Record<string, string>>): void {
    const path = this.#path;
    if (path.length === 0) this.#begins(name, attributes);
    if (path.length === 1 && name !== this.#shape?.root) throw new BankFileError('unknownFormat');
    path.push(name);
    if (path.length === 3 && name === this.#shape?.statement) {
      this.#statement = { account: null, opening: null, closing: null, sum: 0, isMixed: false };
      this.#statements += 1;
    }
    const isPart = path.length === 4 && this.#statement !== null && storedParts.has(name);
    if (isPart || this.#open.length > 0) {
      this.#open.push({ name, currency: attributes.Ccy ?? null, text: '', children: [] });
    }
  }

  #begins(name: string, attributes: Readonly<Record<string, string>>): void {
    const message = Object.values(attributes).flatMap((value) => namespaces.exec(value)?.[1] ?? [])[0];
    if (name !== 'Document' || message === undefined) throw new BankFileError('unknownFormat');
    this.format = message;
    this.#shape = messages[message.slice(0, 8)] ?? null;
  }

  #read(text: string): void {
    const node = this.#open.at(-1);
    if (node) node.text += text;
    if (node && node.text.length > maxTextLength) throw new BankFileError('broken', this.#entries);
  }

  #finish(): void {
    const name = this.#path.pop();
    const node = this.#open.pop();
    if (node) {
      const parent = this.#open.at(-1);
      // A batch may hold tens of thousands of transfers, so each is reduced as soon as it is complete.
      if (node.name === 'TxDtls') this.#details.push(detailsOf(node, this.#entries + 1));
      else if (parent) parent.children.push(node);
      else this.#take(node);
    }
    if (this.#path.length === 2 && name === this.#shape?.statement && this.#statement) this.#close(this.#statement);
  }

  #take(node: XmlNode): void {
    const statement = this.#statement as Statement;
    if (node.name === 'Acct') statement.account = parseIban(textAt(node, 'Id', 'IBAN') ?? '');
    if (node.name === 'Bal') takeBalance(statement, node);
    if (node.name !== 'Ntry') return;
    this.#entries += 1;
    const details = this.#details;
    this.#details = [];
    const { lines, booked, currency } = linesOfEntry(node, details, statement.account, this.#entries);
    statement.sum += booked;
    if (currency !== 'EUR') statement.isMixed = true;
    this.#lines.push(...lines);
  }

  #close({ opening, closing, sum, isMixed }: Statement): void {
    this.#statement = null;
    if (opening === null || closing === null || isMixed) return;
    if (opening + sum !== closing) throw new BankFileError('balance');
  }
}

/** The first opening and the last closing balance: a statement may repeat them per page. */
function takeBalance(statement: Statement, node: XmlNode): void {
  const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd');
  const signed = signedAmount(node, null);
  orRefused(dateOf(node, 'Dt', null), 'date', null);
  if (code === 'OPBD' || code === 'PRCD') statement.opening ??= signed;
  if (code === 'CLBD') statement.closing = signed;
}
