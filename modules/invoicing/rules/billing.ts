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
 * Rules of an order's papers, without stored state: current cost (`positionsOf`) minus earlier papers (`billedBy`)
 * gives the missing papers (`missingPapers`).
 */

export type BillingTexts = {
  nameOf(item: OrderItem): string;
  detailOf(item: OrderItem): string | null;
} & ReimbursementTexts;
export type ReimbursementTexts = {
  givenBack: string;
  /** What earlier refunds left of the lines in its detail. */
  rest: string;
  /** Already given back by earlier papers, on a credit note. */
  already: string;
  /** A correction that gives back less than earlier papers. */
  undone: string;
};
export type TaxOf = (item: OrderItem) => { category: TaxCategory; reason: string | null };

/** Refunds reduce tickets, articles and shipping first, then protection, then the fee. */
const stageOf = (kind: OrderItemKind): 1 | 2 | 3 => (kind === 'of' ? 3 : kind === 'cp' ? 2 : 1);
/** Lines without a quantity. */
const isSum = (key: string): boolean => key.startsWith('voucher|') || key.startsWith('back|');

/**
 * Lines of an order at its current cost. A refund removes a whole stage if it covers it, else reduces each rate in
 * proportion.
 */
export function positionsOf(items: readonly OrderItem[], cost: Cents, taxOf: TaxOf, words: BillingTexts): DraftLine[] {
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

function draftOf(item: OrderItem, tax: ReturnType<TaxOf>, words: BillingTexts): DraftLine {
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

function reductionsOf(own: readonly DraftLine[], stage: number, back: Cents, words: BillingTexts): DraftLine[] {
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

function mergeLines(lines: readonly DraftLine[]): DraftLine[] {
  return [...Map.groupBy(lines, ({ key }) => key).values()].map((same) => {
    const [first] = same as [DraftLine];
    const gross = sumCents(same.map((line) => line.gross));
    if (isSum(first.key)) return { ...first, quantity: 1, unitGross: gross, gross };
    return { ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0), gross };
  });
}

const isNothing = ({ key, quantity, gross }: DraftLine): boolean => gross === 0 && (isSum(key) || quantity === 0);

type PaperLines = { kind: PaperKind; data: Pick<PaperData, 'lines' | 'taxes'> };

/** Papers since the valid invoice; a new one starts after everything was reversed. */
const sinceInvoice = <Paper extends PaperLines>(papers: readonly Paper[]): readonly Paper[] =>
  papers.slice(
    Math.max(
      0,
      papers.findLastIndex(({ kind }) => kind === 'invoice'),
    ),
  );

/** Sum of all papers by line; `papers` in order of issue. */
export function billedBy(papers: readonly PaperLines[]): DraftLine[] {
  let billed: DraftLine[] = [];
  for (const { kind, data } of sinceInvoice(papers)) {
    const lines = data.lines.map(({ net: _, ...line }) => line);
    billed = withoutSettled(mergeLines([...billed, ...(billedSign(kind) === 1 ? lines : takenBack(lines))]));
  }
  return billed.filter((line) => !isNothing(line));
}

/** Sum of their taxes, for `figuresOf` of the next paper. */
export function billedTaxes(papers: readonly PaperLines[]): BilledTaxes {
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

/** Unit of refunds: one stage at one rate. */
const groupOf = ({ key, category, rate }: DraftLine): string => {
  const [kind = '', stage = ''] = key.split('|');
  return `${kind === 'back' ? stage : stageOf(kind as OrderItemKind)}|${category}|${rate}`;
};
const isBack = ({ key }: DraftLine): boolean => key.startsWith('back|');

/** Drops lines that partial refunds have paid back in full. */
function withoutSettled(lines: readonly DraftLine[]): DraftLine[] {
  if (!lines.some(isBack)) return [...lines];
  const groups = Map.groupBy(lines, groupOf);
  const isSettled = (own: readonly DraftLine[] = []) => own.some(isBack) && totalOf(own) === 0;
  return lines.filter((line) => !isSettled(groups.get(groupOf(line))));
}

const differenceOf = (wanted: readonly DraftLine[], billed: readonly DraftLine[]): DraftLine[] =>
  mergeLines([...withoutSettled(wanted), ...takenBack(billed)]).filter((line) => !isNothing(line));

export const totalOf = (lines: readonly DraftLine[]): Cents => sumCents(lines.map(({ gross }) => gross));

/** `isReplaced`: the credit note is followed by a new invoice, and no money moves. */
export type MissingPaper = { kind: PaperKind; lines: DraftLine[]; isReplaced?: boolean };

export type Billing = {
  wanted: readonly DraftLine[];
  /** Sum of earlier papers; empty: none, or all reversed. */
  billed: readonly DraftLine[];
  /** Paid, with an address, and in time. */
  mayInvoice: boolean;
  isOtherBuyer: boolean;
  words: ReimbursementTexts;
};

export function missingPapers({ wanted, billed, mayInvoice, isOtherBuyer, words }: Billing): MissingPaper[] {
  const invoice: MissingPaper = { kind: 'invoice', lines: named(wanted, words.givenBack, words.undone) };
  const isLive = billed.some(({ gross }) => gross !== 0);
  if (!isLive) return mayInvoice && totalOf(wanted) > 0 ? [invoice] : [];
  if (isOtherBuyer && mayInvoice && totalOf(wanted) > 0)
    return [{ kind: 'creditNote', lines: creditLines(billed, [], words), isReplaced: true }, invoice];
  const difference = differenceOf(wanted, billed);
  // Free items change no paper.
  if (difference.every(({ gross }) => gross === 0)) return [];
  const isMore = difference.some(({ key, quantity, gross }) => !isSum(key) && quantity > 0 && gross > 0);
  return totalOf(difference) < 0 && !isMore
    ? [{ kind: 'creditNote', lines: creditLines(takenBack(difference), withoutSettled(wanted), words) }]
    : [{ kind: 'correction', lines: named(difference, words.givenBack, words.undone) }];
}

/**
 * Credit note lines, signed as on the invoice. Fully reversed lines with partial refunds become one sum of the rest.
 * `stays`: lines that remain billed.
 */
function creditLines(lines: readonly DraftLine[], stays: readonly DraftLine[], words: ReimbursementTexts): DraftLine[] {
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

/** Names sums by their sign on this paper. */
const named = (lines: readonly DraftLine[], below: string, above: string): DraftLine[] =>
  lines.map((line) => (isBack(line) ? { ...line, name: line.gross < 0 ? below : above, detail: null } : line));
