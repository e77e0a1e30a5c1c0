import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BasisPoints, cents, sumCents } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { samplePaper } from '../testing.ts';
import { billedBy, billedTaxes, missingPapers, positionsOf } from './billing.ts';
import { ciiOf } from './cii.ts';
import { billedSign, type PaperData, taxIn } from './paper.ts';
import { billWords, type Lived, livedPapers, orderLine, someOrder, someStep, taxOf } from './testing.ts';

const order = [
  orderLine('ticket', '10 km', 2, 3000),
  orderLine('article', 'Laufbuch', 1, 2000, 1000),
  orderLine('voucher', 'Treue', 1, -600),
  orderLine('cp', 'Stornoschutz', 1, 500),
  orderLine('of', 'Bearbeitung', 1, 150),
];
const total = sumCents(order.map(({ priceTotal }) => priceTotal));
const grossOf = (cost: number) =>
  positionsOf(order, cents(cost), taxOf, billWords).map(({ name, gross }) => [name, gross]);

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

test('spreads a partial refund over the rates of its lines, after vouchers', () => {
  const back = positionsOf(order, cents(total - 1000), taxOf, billWords).filter(({ name }) => name === 'Nachlass');
  // 54 € at 20 %, 20 € at 10 %.
  expect(back.map(({ rate, gross }) => [rate, gross])).toEqual([
    [2000, -730],
    [1000, -270],
  ]);
});

function addsUp({ input, papers, cost, isLate }: Lived): void {
  const total = papers.reduce((sum, { kind, totals }) => sum + billedSign(kind) * totals.gross, 0);
  const live = papers.some(({ kind }) => kind === 'invoice');
  if (live && (total !== 0 || !isLate)) expect(total).toBe(cost);
  // A second run finds nothing missing.
  const billed = billedBy(papers.map((data) => ({ kind: data.kind, data })));
  expect(missingPapers({ ...input, billed, isOtherBuyer: false })).toEqual(
    cost > 0 && !live && !isLate ? [expect.anything()] : [],
  );
  expect(liveInvoices(papers)).toBeLessThanOrEqual(1);
}

type Sums = Record<'net' | 'tax' | 'gross', number>;
/** What the papers that belong to the last invoice say together, by category and rate. */
function sumsByRate(papers: readonly PaperData[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { kind, taxes } of papers.slice(papers.findLastIndex((paper) => paper.kind === 'invoice')))
    for (const { category, rate, ...each } of taxes) {
      const before = sums.get(`${category}|${rate}`) ?? { net: 0, tax: 0, gross: 0 };
      const sign = billedSign(kind);
      sums.set(`${category}|${rate}`, {
        net: before.net + sign * each.net,
        tax: before.tax + sign * each.tax,
        gross: before.gross + sign * each.gross,
      });
    }
  return sums;
}

/** Net and tax of every rate are those in the gross sum that is left, and nothing when nothing is left. */
function taxesAddUp({ papers }: Pick<Lived, 'papers'>): void {
  const wrong = [...sumsByRate(papers)].filter(([key, { net, tax, gross }]) => {
    const due = taxIn(cents(gross), Number(key.split('|')[1]) as BasisPoints);
    return tax !== due || net !== gross - due;
  });
  expect(wrong).toEqual([]);
}

test('refunds in parts take back the tax and the net that were billed, to the cent', () => {
  for (const [unit, parts] of [
    [3000, Array.from({ length: 60 }, () => 50)],
    [1000, Array.from({ length: 10 }, () => 100)],
    [3000, [2999, 1]],
    [7, [1, 1, 1, 1, 1, 1, 1]],
  ] as const) {
    const items = [orderLine('ticket', '10 km', 1, unit)];
    let left = unit as number;
    const papers: PaperData[] = [];
    const follow = () => {
      const issued = papers.map((data) => ({ kind: data.kind, data }));
      const wanted = positionsOf(items, cents(left), taxOf, billWords);
      const asked = { wanted, billed: billedBy(issued), mayInvoice: true, isOtherBuyer: false, words: billWords };
      for (const { kind, lines } of missingPapers(asked))
        papers.push(
          samplePaper({ kind, drafts: lines, ...(kind === 'invoice' ? {} : { billed: billedTaxes(issued) }) }),
        );
    };
    follow();
    for (const part of parts) {
      left -= part;
      follow();
      taxesAddUp({ papers });
    }
    expect([...sumsByRate(papers).values()]).toEqual([{ net: 0, tax: 0, gross: 0 }]);
    // Each says its own part.
    expect(papers.slice(1).map(({ totals, lines }) => [totals.gross, lines.length])).toEqual(
      parts.map((part) => [part, 1]),
    );
    expect(papers.at(-1)?.lines[0]).toMatchObject({ name: 'Rest', detail: '10 km', quantity: 1, gross: parts.at(-1) });
  }
});

test('a credit note lists its own amount: a part, what is left, or the lines themselves', () => {
  const lived = (shares: readonly number[]) =>
    livedPapers(
      order,
      shares.map((share) => ({ what: 'back', share }) as const),
      taxesAddUp,
    ).map(({ kind, lines, totals }) => [
      kind,
      totals.gross,
      lines.map(({ name, detail, gross }) => [name, detail, gross]),
    ]);
  expect(lived([100])[1]).toEqual([
    'creditNote',
    total,
    [
      ['10 km', null, 6000],
      ['Laufbuch', null, 2000],
      ['Treue', null, -600],
      ['Stornoschutz', null, 500],
      ['Bearbeitung', null, 150],
    ],
  ]);
  expect(lived([50, 100]).slice(1)).toEqual([
    [
      'creditNote',
      4025,
      [
        ['Nachlass', null, 2937],
        ['Nachlass', null, 1088],
      ],
    ],
    [
      'creditNote',
      4025,
      [
        ['Rest', '10 km', 2463],
        ['Rest', 'Laufbuch', 912],
        ['Stornoschutz', null, 500],
        ['Bearbeitung', null, 150],
      ],
    ],
  ]);
});

test('no credit note lists a sum below zero but vouchers, and what was refunded already of lines that it takes back', () => {
  fc.assert(
    fc.property(someOrder, fc.array(someStep, { maxLength: 6 }), (items, steps) => {
      for (const { kind, lines } of livedPapers(items, steps)) {
        if (kind !== 'creditNote') continue;
        const below = lines.filter(({ gross, key }) => gross < 0 && !key.startsWith('voucher|'));
        expect(below.every(({ name }) => name === 'schon erstattet')).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

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

test('papers of 500 random orders: they add up to what the order costs, at most one invoice lives, and each keeps the rules', {
  timeout: 120_000,
}, () => {
  const drawn: PaperData[] = [];
  fc.assert(
    fc.property(someOrder, fc.array(someStep, { maxLength: 5 }), (items, steps) => {
      const papers = livedPapers(items, steps, (lived) => {
        addsUp(lived);
        taxesAddUp(lived);
      });
      for (const paper of papers) expect(brokenRules(ciiOf(paper))).toEqual([]);
      drawn.push(...papers);
    }),
    { numRuns: 500 },
  );
  expect(drawn.length).toBeGreaterThan(500);
  const kindsDrawn = new Set(drawn.map(({ kind }) => kind));
  expect([...kindsDrawn].sort()).toEqual(['correction', 'creditNote', 'invoice']);
  validateBySchema(drawn);
});

/** Validates against the Factur-X schema named by `FACTURX_XSD`. */
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
