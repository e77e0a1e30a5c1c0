import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { item, type OrderItem, type OrderItemKind } from '#modules/orders/rules/order-item.ts';
import { basisPointsOf, cents, sumCents } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { samplePaper } from '../testing.ts';
import { billedBy, missingPapers, positionsOf, type TaxOf } from './billing.ts';
import { ciiOf } from './cii.ts';
import { billedSign, type PaperData } from './paper.ts';

const words = { nameOf: ({ name }: OrderItem) => name, detailOf: () => null, givenBack: 'Nachlass' };
const taxOf: TaxOf = ({ vat }) => (vat > 0 ? { category: 'S', reason: null } : { category: 'E', reason: 'Steuerfrei' });
const line = (kind: OrderItemKind, name: string, amount: number, unit: number, rate = 2000) =>
  item(kind, name, amount, cents(unit), basisPointsOf(rate));

const order = [
  line('ticket', '10 km', 2, 3000),
  line('article', 'Laufbuch', 1, 2000, 1000),
  line('voucher', 'Treue', 1, -600),
  line('cp', 'Stornoschutz', 1, 500),
  line('of', 'Bearbeitung', 1, 150),
];
const total = sumCents(order.map(({ priceTotal }) => priceTotal));
const grossOf = (cost: number) => positionsOf(order, cents(cost), taxOf, words).map(({ name, gross }) => [name, gross]);

test.each([
  [0, ['10 km', 'Laufbuch', 'Treue', 'Stornoschutz', 'Bearbeitung'], 0],
  [7400, ['Stornoschutz', 'Bearbeitung'], 0],
  [7900, ['Bearbeitung'], 0],
  [8050, [], 0],
  [1000, ['10 km', 'Laufbuch', 'Treue', 'Stornoschutz', 'Bearbeitung'], -1000],
  [7500, ['Stornoschutz', 'Bearbeitung'], -100],
] as const)('of an order %i cents are given back: %j stay, less %i', (back, names, less) => {
  const lines = grossOf(total - back);
  expect(lines.filter(([name]) => name !== 'Nachlass').map(([name]) => name)).toEqual(names);
  expect(lines.filter(([name]) => name === 'Nachlass').reduce((sum, [, gross]) => sum + Number(gross), 0)).toBe(less);
  expect(lines.reduce((sum, [, gross]) => sum + Number(gross), 0)).toBe(total - back);
});

test('a part that goes back is spread over the rates of what it is part of, after vouchers', () => {
  const back = positionsOf(order, cents(total - 1000), taxOf, words).filter(({ name }) => name === 'Nachlass');
  // 54 € at 20 %, 20 € at 10 %.
  expect(back.map(({ rate, gross }) => [rate, gross])).toEqual([
    [2000, -730],
    [1000, -270],
  ]);
});

/** What happens to an order, as what it consists of and what of it is given back. */
type Step =
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
    line(kind, `${kind} ${unit}`, kind === 'ticket' || kind === 'article' ? amount : 1, unit, rate),
  );
const someOrder = fc
  .record({ items: fc.array(someItem, { minLength: 1, maxLength: 9 }), discount: fc.integer({ min: 0, max: 100 }) })
  .map(({ items, discount }) => {
    const goods = items.filter(({ kind }) => kind === 'ticket' || kind === 'article' || kind === 'sc');
    const lowered = [...new Set(goods.map(({ vat }) => vat))].map((vat) => {
      const sum = sumCents(goods.filter((own) => own.vat === vat).map(({ priceTotal }) => priceTotal));
      return line('voucher', 'Treue', 1, -Math.floor((sum * discount) / 100), vat);
    });
    return discount > 0 ? [...items, ...lowered] : items;
  });
const someStep = fc.oneof(
  fc.record({ what: fc.constant('back' as const), share: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ what: fc.constant('withdrawn' as const) }),
  fc.record({ what: fc.constant('move' as const), at: fc.nat(20), unit: fc.integer({ min: 0, max: 20_000 }) }),
  fc.record({ what: fc.constant('address' as const) }),
  fc.record({ what: fc.constant('late' as const) }),
);

/** Lives through the steps of an order and answers its papers, whose invariants it holds all the way. */
function papersOf(items: readonly OrderItem[], steps: readonly Step[]): PaperData[] {
  let lines = [...items];
  let back = 0;
  let isLate = false;
  const papers: PaperData[] = [];
  const follow = (isOtherBuyer: boolean) => {
    const whole = sumCents(lines.map(({ priceTotal }) => priceTotal));
    const cost = cents(Math.max(0, whole - back));
    const said = billedBy(papers.map((data) => ({ kind: data.kind, data })));
    const wanted = positionsOf(lines, cost, taxOf, words);
    const input = { wanted, said, mayInvoice: cost > 0 && !isLate, isOtherBuyer };
    const missing = missingPapers(input);
    for (const { kind, lines: drafts } of missing) {
      const refersTo = papers[0] ? { number: papers[0].number, issuedOn: papers[0].issuedOn } : null;
      papers.push(
        samplePaper({
          drafts,
          kind,
          number: `R1-${papers.length + 1}`,
          refersTo: kind === 'invoice' ? null : refersTo,
        }),
      );
    }
    const billed = papers.reduce((sum, { kind, totals }) => sum + billedSign(kind) * totals.gross, 0);
    const live = papers.some(({ kind }) => kind === 'invoice');
    if (live && (billed !== 0 || !isLate)) expect(billed).toBe(cost);
    // Asked again nothing is missing.
    const after = billedBy(papers.map((data) => ({ kind: data.kind, data })));
    expect(missingPapers({ ...input, said: after, isOtherBuyer: false })).toEqual(
      cost > 0 && !live && !isLate ? [expect.anything()] : [],
    );
    expect(liveInvoices(papers)).toBeLessThanOrEqual(1);
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
      if (from.amount > 1) left.push(line('ticket', from.name, from.amount - 1, from.price, from.vat));
      lines = [...left, line('ticket', `ticket ${step.unit}`, 1, step.unit, from.vat)];
      back = Math.min(back, sumCents(lines.map(({ priceTotal }) => priceTotal)));
    }
    follow(step.what === 'address');
  }
  return papers;
}

/** An invoice lives until a credit note takes all of it back. */
function liveInvoices(papers: readonly PaperData[]): number {
  let [live, billed] = [0, 0];
  for (const { kind, totals } of papers) {
    if (kind === 'invoice') live += 1;
    billed += billedSign(kind) * totals.gross;
    if (kind === 'creditNote' && billed === 0) live = 0;
  }
  return live;
}

test('papers of 500 random orders: they add up to what the order costs, at most one invoice lives, and each keeps the rules', () => {
  const drawn: PaperData[] = [];
  fc.assert(
    fc.property(someOrder, fc.array(someStep, { maxLength: 5 }), (items, steps) => {
      const papers = papersOf(items, steps);
      for (const paper of papers) expect(brokenRules(ciiOf(paper))).toEqual([]);
      drawn.push(...papers);
    }),
    { numRuns: 500, seed: Number(process.env.SEED) },
  );
  expect(drawn.length).toBeGreaterThan(500);
  const kindsDrawn = new Set(drawn.map(({ kind }) => kind));
  expect([...kindsDrawn].sort()).toEqual(['correction', 'creditNote', 'invoice']);
  validateBySchema(drawn);
});

/** By the schema of Factur-X, where there is somebody who can (`FACTURX_XSD` names the schema). */
function validateBySchema(papers: readonly PaperData[]): void {
  const schema = process.env.FACTURX_XSD;
  if (!schema) {
    console.info(
      'the schema of Factur-X is not here (FACTURX_XSD): the rules that are code of ours were checked alone',
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'startblock-cii-'));
  try {
    const files = papers.map((paper, at) => {
      const file = join(folder, `${at}.xml`);
      writeFileSync(file, ciiOf(paper));
      return file;
    });
    for (let at = 0; at < files.length; at += 200)
      execFileSync('xmllint', ['--noout', '--schema', schema, ...files.slice(at, at + 200)], { stdio: 'pipe' });
    console.info(`${papers.length} papers are valid by the schema of Factur-X (xmllint)`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
