import type { OrderItem, OrderItemKind } from '#modules/orders/rules/order-item.ts';
import { allocate } from '#src/kernel/allocate.ts';
import { type BasisPoints, type Cents, cents, minCents, sumCents } from '#src/kernel/money.ts';
import { billedSign, type DraftLine, type PaperData, type PaperKind, type TaxCategory, takenBack } from './paper.ts';

/**
 * What the papers of an order are to say. Nothing is kept: what an order costs by now (`positionsOf`) beside what its
 * papers said so far (`billedBy`) leads to the papers that are missing (`missingPapers`).
 */

export type BillWords = {
  nameOf(item: OrderItem): string;
  detailOf(item: OrderItem): string | null;
  /** What of the order was given back, in a line of its own. */
  givenBack: string;
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

/** What the papers of an order said together. */
export function billedBy(papers: readonly { kind: PaperKind; data: Pick<PaperData, 'lines'> }[]): DraftLine[] {
  const said = papers.flatMap(({ kind, data }) => {
    const lines = data.lines.map(({ net: _, ...line }) => line);
    return billedSign(kind) === 1 ? lines : takenBack(lines);
  });
  return together(said).filter((line) => !isNothing(line));
}

const differenceOf = (wanted: readonly DraftLine[], said: readonly DraftLine[]): DraftLine[] =>
  together([...wanted, ...takenBack(said)]).filter((line) => !isNothing(line));

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
};

/** The papers that are missing, in their sequence. */
export function missingPapers({ wanted, said, mayInvoice, isOtherBuyer }: Billing): MissingPaper[] {
  const isLive = said.some(({ gross }) => gross !== 0);
  if (!isLive) return mayInvoice && totalOf(wanted) > 0 ? [{ kind: 'invoice', lines: [...wanted] }] : [];
  const back = takenBackAsPaid(said);
  if (isOtherBuyer && mayInvoice && totalOf(wanted) > 0)
    return [
      { kind: 'creditNote', lines: back, isReplaced: true },
      { kind: 'invoice', lines: [...wanted] },
    ];
  const difference = differenceOf(wanted, said);
  // What is free changes no paper.
  if (difference.every(({ gross }) => gross === 0)) return [];
  const isMore = difference.some(({ key, quantity, gross }) => !isSum(key) && quantity > 0 && gross > 0);
  return totalOf(difference) < 0 && !isMore
    ? [{ kind: 'creditNote', lines: takenBackAsPaid(takenBack(difference)) }]
    : [{ kind: 'correction', lines: difference }];
}

/** A credit note says what it takes back with the sign that the invoice said it with. */
const takenBackAsPaid = (lines: readonly DraftLine[]): DraftLine[] =>
  lines.map((line) => (isSum(line.key) ? { ...line, quantity: 1, unitGross: line.gross } : line));
