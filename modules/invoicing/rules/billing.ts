import type { OrderItem, OrderItemKind } from '#modules/orders/rules/order-item.ts';
import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, type Cents, cents, minCents, sumCents, zeroCents } from '#src/kernel/money.ts';
import {
  type BilledTaxes,
  billedSign,
  type DraftLine,
  type PaperData,
  type PaperKind,
  type TaxCategory,
  takenBack,
  taxKey,
} from './paper.ts';

/**
 * What the papers of an order are to say. Nothing is kept: what an order costs by now (`positionsOf`) beside what its
 * papers said so far (`billedBy`) leads to the papers that are missing (`missingPapers`).
 */

export type BillWords = {
  nameOf(item: OrderItem): string;
  detailOf(item: OrderItem): string | null;
} & BackWords;
/** How a paper names sums that are given back of several lines together. */
export type BackWords = {
  /** A part of what the order cost. */
  givenBack: string;
  /** All that earlier refunds left of the lines that its detail names. */
  rest: string;
  /** What earlier papers gave back already of lines that a credit note takes back. */
  already: string;
  /** A correction: less is given back than earlier papers said. */
  undone: string;
};
export type TaxOf = (item: OrderItem) => { category: TaxCategory; reason: string | null };

/** What is given back takes tickets, articles and shipping first, then the protection, and the fee last. */
const stageOf = (kind: OrderItemKind): 1 | 2 | 3 => (kind === 'of' ? 3 : kind === 'cp' ? 2 : 1);
/** Lines that are sums and not pieces. */
const isSum = (key: string): boolean => key.startsWith('voucher|') || key.startsWith('back|');

/**
 * The lines of an order that costs `cost` by now. What was given back of its total is taken from whole stages where it
 * takes all of one, else from each rate in proportion.
 */
export function positionsOf(items: readonly OrderItem[], cost: Cents, taxOf: TaxOf, words: BillWords): DraftLine[] {
  const lines = items.flatMap((item) => (isEmptyDiscount(item) ? [] : [{ stage: stageOf(item.kind), item }]));
  let left = cents(sumCents(items.map(({ priceTotal }) => priceTotal)) - cost);
  return ([1, 2, 3] as const).flatMap((stage) => {
    const own = lines.filter((line) => line.stage === stage).map(({ item }) => draftOf(item, taxOf(item), words));
    const sum = sumCents(own.map(({ gross }) => gross));
    const back = minCents(left, sum);
    if (back <= 0) return own;
    left = cents(left - back);
    return back === sum ? [] : [...own, ...reductionsOf(own, stage, back, words)];
  });
}

const isEmptyDiscount = ({ kind, priceTotal }: OrderItem): boolean => kind === 'voucher' && priceTotal === 0;

function draftOf(item: OrderItem, tax: ReturnType<TaxOf>, words: BillWords): DraftLine {
  const { kind, name, code, amount, price, priceTotal, vat } = item;
  return {
    key: [kind, name, code ?? '', kind === 'voucher' ? '' : price, vat, tax.category].join('|'),
    name: words.nameOf(item),
    detail: words.detailOf(item),
    quantity: amount,
    unitGross: price,
    gross: priceTotal,
    rate: vat,
    ...tax,
  };
}

function reductionsOf(own: readonly DraftLine[], stage: number, back: Cents, words: BillWords): DraftLine[] {
  const groups = [...Map.groupBy(own, ({ category, rate }) => `${category}|${rate}`).values()];
  const sums = groups.map((lines) => Math.max(0, sumCents(lines.map(({ gross }) => gross))));
  return allocate(back, sums).flatMap((part, at) => {
    const [{ category, rate, reason }] = groups[at] as [DraftLine];
    if (part === 0) return [];
    return [sumLine({ key: `back|${stage}|${category}|${rate}`, name: words.givenBack, category, rate, reason }, part)];
  });
}

const sumLine = (
  of: { key: string; name: string; category: TaxCategory; rate: BasisPoints; reason: string | null },
  less: Cents,
): DraftLine => ({ ...of, detail: null, quantity: 1, unitGross: cents(-less), gross: cents(-less) });

/** Same lines together, each once. */
function together(lines: readonly DraftLine[]): DraftLine[] {
  return [...Map.groupBy(lines, ({ key }) => key).values()].map((same) => {
    const [first] = same as [DraftLine];
    const gross = sumCents(same.map((line) => line.gross));
    if (isSum(first.key)) return { ...first, quantity: 1, unitGross: gross, gross };
    return { ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0), gross };
  });
}

const isNothing = ({ key, quantity, gross }: DraftLine): boolean => gross === 0 && (isSum(key) || quantity === 0);

type Said = { kind: PaperKind; data: Pick<PaperData, 'lines' | 'taxes'> };

/** The papers since the invoice that lives: a new one is issued when everything before it was taken back. */
const sinceInvoice = <Paper extends Said>(papers: readonly Paper[]): readonly Paper[] =>
  papers.slice(
    Math.max(
      0,
      papers.findLastIndex(({ kind }) => kind === 'invoice'),
    ),
  );

/** The lines billed by all papers of an order together. `papers` are in the sequence of their issue. */
export function billedBy(papers: readonly Said[]): DraftLine[] {
  let said: DraftLine[] = [];
  for (const { kind, data } of sinceInvoice(papers)) {
    const lines = data.lines.map(({ net: _, ...line }) => line);
    said = withoutSettled(together([...said, ...(billedSign(kind) === 1 ? lines : takenBack(lines))]));
  }
  return said.filter((line) => !isNothing(line));
}

/** Their taxes together, for the figures of the next paper (`figuresOf`). */
export function billedTaxes(papers: readonly Said[]): BilledTaxes {
  const sums = new Map<string, { gross: Cents; tax: Cents }>();
  for (const { kind, data } of sinceInvoice(papers))
    for (const each of data.taxes) {
      const before = sums.get(taxKey(each)) ?? { gross: zeroCents, tax: zeroCents };
      const sign = billedSign(kind);
      sums.set(taxKey(each), {
        gross: cents(before.gross + sign * each.gross),
        tax: cents(before.tax + sign * each.tax),
      });
    }
  return sums;
}

/** What is given back together: one stage at one rate. */
const groupOf = ({ key, category, rate }: DraftLine): string => {
  const [kind = '', stage = ''] = key.split('|');
  return `${kind === 'back' ? stage : stageOf(kind as OrderItemKind)}|${category}|${rate}`;
};
const isBack = ({ key }: DraftLine): boolean => key.startsWith('back|');

/** Lines of which everything was given back, in parts, are gone. */
function withoutSettled(lines: readonly DraftLine[]): DraftLine[] {
  if (!lines.some(isBack)) return [...lines];
  const groups = Map.groupBy(lines, groupOf);
  const isSettled = (own: readonly DraftLine[] = []) => own.some(isBack) && totalOf(own) === 0;
  return lines.filter((line) => !isSettled(groups.get(groupOf(line))));
}

const differenceOf = (wanted: readonly DraftLine[], said: readonly DraftLine[]): DraftLine[] =>
  together([...withoutSettled(wanted), ...takenBack(said)]).filter((line) => !isNothing(line));

export const totalOf = (lines: readonly DraftLine[]): Cents => sumCents(lines.map(({ gross }) => gross));

/** `isReplaced`: the credit note makes room for a new invoice, and no money moves because of it. */
export type MissingPaper = { kind: PaperKind; lines: DraftLine[]; isReplaced?: boolean };

export type Billing = {
  /** What the order costs by now, line by line. */
  wanted: readonly DraftLine[];
  /** What its papers said so far; empty: there is none, or all of it was taken back. */
  said: readonly DraftLine[];
  /** A new invoice may be issued: the order is paid, it has an address, and it is not too late. */
  mayInvoice: boolean;
  /** The live invoice went to somebody else, or elsewhere. */
  isOtherBuyer: boolean;
  words: BackWords;
};

/** The papers that are missing, in their sequence. */
export function missingPapers({ wanted, said, mayInvoice, isOtherBuyer, words }: Billing): MissingPaper[] {
  const invoice: MissingPaper = { kind: 'invoice', lines: named(wanted, words.givenBack, words.undone) };
  const isLive = said.some(({ gross }) => gross !== 0);
  if (!isLive) return mayInvoice && totalOf(wanted) > 0 ? [invoice] : [];
  if (isOtherBuyer && mayInvoice && totalOf(wanted) > 0)
    return [{ kind: 'creditNote', lines: creditLines(said, [], words), isReplaced: true }, invoice];
  const difference = differenceOf(wanted, said);
  // What is free changes no paper.
  if (difference.every(({ gross }) => gross === 0)) return [];
  const isMore = difference.some(({ key, quantity, gross }) => !isSum(key) && quantity > 0 && gross > 0);
  return totalOf(difference) < 0 && !isMore
    ? [{ kind: 'creditNote', lines: creditLines(takenBack(difference), withoutSettled(wanted), words) }]
    : [{ kind: 'correction', lines: named(difference, words.givenBack, words.undone) }];
}

/**
 * The lines of a credit note, with the sign that the invoice said them with. Where nothing stays of lines that were given
 * back in part before, it says what was left of them in one sum. `stays`: lines of the order that its papers say on.
 */
function creditLines(lines: readonly DraftLine[], stays: readonly DraftLine[], words: BackWords): DraftLine[] {
  const staying = new Set(stays.map(groupOf));
  const rests = new Map<DraftLine, DraftLine[]>();
  for (const [group, own] of Map.groupBy(lines, groupOf)) {
    const before = own.find((line) => isBack(line) && line.gross < 0);
    const left = totalOf(own);
    if (!before || staying.has(group) || left < 0) continue;
    const names = own.filter((line) => !isBack(line) && line.gross > 0).map(({ name }) => name);
    const detail = [...new Set(names)].join(', ') || null;
    const rest = { ...before, name: words.rest, detail, gross: left };
    own.forEach((line, at) => {
      rests.set(line, at > 0 || left === 0 ? [] : [asPaid(rest)]);
    });
  }
  return lines.flatMap((line) => rests.get(line) ?? named([asPaid(line)], words.already, words.givenBack));
}

const asPaid = (line: DraftLine): DraftLine =>
  isSum(line.key) ? { ...line, quantity: 1, unitGross: line.gross } : line;

/** Sums that are given back say by their sign what they do on this paper. */
const named = (lines: readonly DraftLine[], below: string, above: string): DraftLine[] =>
  lines.map((line) => (isBack(line) ? { ...line, name: line.gross < 0 ? below : above, detail: null } : line));
