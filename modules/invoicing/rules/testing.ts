import fc from 'fast-check';
import { item, type OrderItem, type OrderItemKind } from '#modules/orders/rules/order-item.ts';
import { basisPointsOf, type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { samplePaper } from '../testing.ts';
import { type Billing, billedBy, billedTaxes, missingPapers, positionsOf, type TaxOf } from './billing.ts';
import type { PaperData } from './paper.ts';

const backWords = { givenBack: 'Nachlass', rest: 'Rest', already: 'schon erstattet', undone: 'zurückgenommen' };
export const billWords = { nameOf: ({ name }: OrderItem) => name, detailOf: () => null, ...backWords };
export const taxOf: TaxOf = ({ vat, kind }) => {
  if (vat > 0) return { category: 'S', reason: null };
  return { category: 'E', reason: kind === 'article' ? 'Spende ohne Gegenleistung' : 'Steuerfrei' };
};
export const orderLine = (kind: OrderItemKind, name: string, amount: number, unit: number, rate = 2000) =>
  item(kind, name, amount, cents(unit), basisPointsOf(rate));

export type Step =
  | { what: 'back'; share: number }
  | { what: 'withdrawn' }
  | { what: 'move'; at: number; unit: number }
  | { what: 'address' }
  | { what: 'late' };

const kinds = fc.constantFrom<OrderItemKind>('ticket', 'ticket', 'article', 'article', 'sc', 'cp', 'of');
const rates = fc.constantFrom(0, 260, 700, 810, 1000, 1300, 1900, 2000);
const someItem = fc
  .record({
    kind: kinds,
    amount: fc.integer({ min: 1, max: 12 }),
    unit: fc.integer({ min: 0, max: 20_000 }),
    rate: rates,
  })
  .map(({ kind, amount, unit, rate }) =>
    orderLine(kind, `${kind} ${unit}`, kind === 'ticket' || kind === 'article' ? amount : 1, unit, rate),
  );
export const someOrder = fc
  .record({ items: fc.array(someItem, { minLength: 1, maxLength: 9 }), discount: fc.integer({ min: 0, max: 100 }) })
  .map(({ items, discount }) => {
    const goods = items.filter(({ kind }) => kind === 'ticket' || kind === 'article' || kind === 'sc');
    const lowered = [...new Set(goods.map(({ vat }) => vat))].map((vat) => {
      const sum = sumCents(goods.filter((own) => own.vat === vat).map(({ priceTotal }) => priceTotal));
      return orderLine('voucher', 'Treue', 1, -Math.floor((sum * discount) / 100), vat);
    });
    return discount > 0 ? [...items, ...lowered] : items;
  });
export const someStep = fc.oneof(
  fc.record({ what: fc.constant('back' as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ what: fc.constant('withdrawn' as const) }),
  fc.record({ what: fc.constant('move' as const), at: fc.nat(20), unit: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ what: fc.constant('address' as const) }),
  fc.record({ what: fc.constant('late' as const) }),
);

export type Lived = { input: Billing; papers: readonly PaperData[]; cost: Cents; isLate: boolean };

/** Applies the steps and returns the papers; `after` is called after each step. */
export function livedPapers(
  items: readonly OrderItem[],
  steps: readonly Step[],
  after: (lived: Lived) => void = () => {},
): PaperData[] {
  let lines = [...items];
  let back = 0;
  let isLate = false;
  const papers: PaperData[] = [];
  const follow = (isOtherBuyer: boolean) => {
    const whole = sumCents(lines.map(({ priceTotal }) => priceTotal));
    const cost = cents(Math.max(0, whole - back));
    const issued = papers.map((data) => ({ kind: data.kind, data }));
    const billed = billedBy(issued);
    const wanted = positionsOf(lines, cost, taxOf, billWords);
    const input = { wanted, billed, mayInvoice: cost > 0 && !isLate, isOtherBuyer, words: backWords };
    const missing = missingPapers(input);
    for (const { kind, lines: drafts } of missing) {
      const refersTo = papers[0] ? { number: papers[0].number, issuedOn: papers[0].issuedOn } : null;
      papers.push(
        samplePaper({
          drafts,
          kind,
          ...(kind === 'invoice' ? {} : { billed: billedTaxes(issued) }),
          number: `R1-${papers.length + 1}`,
          refersTo: kind === 'invoice' ? null : refersTo,
        }),
      );
    }
    after({ input, papers, cost, isLate });
  };
  follow(false);
  for (const step of steps) {
    const whole = sumCents(lines.map(({ priceTotal }) => priceTotal));
    if (step.what === 'back') back += Math.ceil(((whole - back) * step.share) / 100);
    if (step.what === 'withdrawn') back = 0;
    if (step.what === 'late') isLate = true;
    if (step.what === 'move') {
      const tickets = lines.filter(({ kind }) => kind === 'ticket');
      const from = tickets[step.at % tickets.length];
      if (!from || lines.some(({ kind }) => kind === 'voucher')) continue;
      const left = lines.filter((each) => each !== from);
      if (from.amount > 1) left.push(orderLine('ticket', from.name, from.amount - 1, from.price, from.vat));
      lines = [...left, orderLine('ticket', `ticket ${step.unit}`, 1, step.unit, from.vat)];
      back = Math.min(back, sumCents(lines.map(({ priceTotal }) => priceTotal)));
    }
    follow(step.what === 'address');
  }
  return papers;
}
