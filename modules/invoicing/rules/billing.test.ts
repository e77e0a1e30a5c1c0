import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sumCents } from '#src/kernel/money.ts';
import { brokenRules } from '#tests/support/en16931.ts';
import { billedBy, missingPapers, positionsOf } from './billing.ts';
import { ciiOf } from './cii.ts';
import { billedSign, type PaperData } from './paper.ts';
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

test('a part that goes back is spread over the rates of what it is part of, after vouchers', () => {
  const back = positionsOf(order, cents(total - 1000), taxOf, billWords).filter(({ name }) => name === 'Nachlass');
  // 54 € at 20 %, 20 € at 10 %.
  expect(back.map(({ rate, gross }) => [rate, gross])).toEqual([
    [2000, -730],
    [1000, -270],
  ]);
});

function addsUp({ input, papers, cost, isLate }: Lived): void {
  const billed = papers.reduce((sum, { kind, totals }) => sum + billedSign(kind) * totals.gross, 0);
  const live = papers.some(({ kind }) => kind === 'invoice');
  if (live && (billed !== 0 || !isLate)) expect(billed).toBe(cost);
  // Asked again nothing is missing.
  const said = billedBy(papers.map((data) => ({ kind: data.kind, data })));
  expect(missingPapers({ ...input, said, isOtherBuyer: false })).toEqual(
    cost > 0 && !live && !isLate ? [expect.anything()] : [],
  );
  expect(liveInvoices(papers)).toBeLessThanOrEqual(1);
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
      const papers = livedPapers(items, steps, addsUp);
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
