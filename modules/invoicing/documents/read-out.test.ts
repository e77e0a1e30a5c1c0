import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { basisPointsOf, cents } from '#src/kernel/money.ts';
import { type CalendarDate, instant } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { checkedByOthers, withoutValidator } from '#tests/support/einvoice/validator.ts';
import { barriersOf, readPaper, spoken, tablesOf } from '#tests/support/read-paper.ts';
import { testShop } from '#tests/support/shop.ts';
import { drawPaper } from '../papers/paper-file.ts';
import { type PaperKind, paperKinds } from '../rules/paper.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import { draftLine, samplePaper } from '../testing.ts';
import { statementLines, statementPdf } from './statement-pdf.ts';

const languages = ['de', 'en-us'] as const;
const at = instant(1_772_400_000_000);
const exempt = { rate: basisPointsOf(0), category: 'E' as const };
const drafts = [
  draftLine({ gross: 9000, quantity: 2 }),
  draftLine({ gross: 2000, key: 'book', name: 'Laufbuch', detail: 'Auf Deutsch', rate: basisPointsOf(1000) }),
  draftLine({ gross: -500, key: 'voucher', name: 'Gutschein' }),
  draftLine({ gross: 777, key: 'gift', name: 'Spende', ...exempt, reason: 'Spende, kein Leistungsaustausch' }),
  draftLine({
    gross: 500,
    key: 'cp',
    name: 'Stornoschutz',
    ...exempt,
    reason: 'Steuerfrei gemäß § 6 Abs. 1 Z 14 UStG',
  }),
  draftLine({ gross: 150, key: 'of', name: 'Bearbeitungsgebühr' }),
];
const refersTo = { number: 'R1-000001', issuedOn: '2026-03-02' as CalendarDate };
function paperOf(kind: PaperKind, language: (typeof languages)[number]) {
  const { t } = translatorFor(language);
  if (kind === 'invoice') return samplePaper({ language, drafts });
  const payment = { means: 'bank' as const, text: t(`invoicing.payment.${kind}`), paidOn: null };
  const back = { number: 'R1-000002', refersTo, prepaid: cents(0), notes: [t('invoicing.note.replaced')] };
  return samplePaper({ language, drafts, kind, ...back, payment: { ...payment, terms: t('invoicing.terms.back') } });
}

const figures: SettlementFigures = {
  carriedIn: cents(-1200),
  received: cents(1_000_000),
  refunded: cents(25_000),
  byCard: cents(700_000),
  disagioRate: basisPointsOf(250),
  disagio: cents(24_375),
  tickets: 100,
  ticketFees: cents(20_000),
  fees: cents(44_375),
  feesNet: cents(36_979),
  feesTax: cents(7396),
  tax: { category: 'S', rate: basisPointsOf(2000) },
  balance: cents(929_425),
  keptForRefunds: cents(4500),
  carriedOut: cents(4500),
  payout: cents(924_925),
  held: cents(8900),
  open: cents(12_300),
  vouchers: cents(0),
  articles: cents(0),
  cash: cents(0),
  shares: [],
  byMethod: [
    { method: 'visa', payments: 80, refunds: 2, received: cents(700_000), refunded: cents(20_000) },
    { method: 'bank', payments: 40, refunds: 1, received: cents(300_000), refunded: cents(5000) },
  ],
};
const statement = {
  organizerId: null,
  eventTitle: 'Donaulauf 2026',
  from: at,
  until: instant(at + 86_400_000),
  figures,
};

test.each(languages.flatMap((language) => paperKinds.map((kind) => [kind, language] as const)))(
  'a usual %s (%s) is one page and can be read out: title, tables with heads, every cell in its row',
  async (kind, language) => {
    const { deps } = await testShop();
    const data = paperOf(kind, language);
    const paper = await readPaper(await drawPaper(deps, data, at));
    expect(barriersOf(paper)).toEqual([]);
    expect(paper.pages).toBe(1);
    const { t, money } = translatorFor(language);
    expect(paper.all.find(({ role }) => role === 'H1')?.text).toBe(
      `${t(`invoicing.paper.title.${kind}`)} ${data.number}`,
    );
    const [facts, lines, taxes, totals] = tablesOf(paper.tree);
    expect(facts?.[0]).toEqual([t(`invoicing.paper.number.${kind}`), data.number]);
    expect(lines?.slice(1).map((row) => [row[0], row[4]])).toEqual(
      data.lines.map(({ name, detail, gross }) => [[name, detail].filter(Boolean).join(' '), money(gross)]),
    );
    expect(taxes).toHaveLength(data.taxes.length + 1);
    expect(totals?.at(-1)).toEqual([t(`invoicing.paper.due.${kind}`), money(data.totals.due)]);
  },
);

test('where two reasons free of tax, each line says which is its own, and the reasons stand below with their marks', async () => {
  const { deps } = await testShop();
  const paper = await readPaper(await drawPaper(deps, paperOf('invoice', 'de'), at));
  const rates = tablesOf(paper.tree)[1]?.map((row) => [row[0], row[2]]);
  expect(rates?.slice(-3)).toEqual([
    ['Spende', '0 % ¹'],
    ['Stornoschutz', '0 % ²'],
    ['Bearbeitungsgebühr', '20 %'],
  ]);
  const texts = paper.all.map(({ text }) => text);
  expect(texts).toContain('¹ Spende, kein Leistungsaustausch');
  expect(texts).toContain('² Steuerfrei gemäß § 6 Abs. 1 Z 14 UStG');
  // One alone needs no mark.
  const one = await readPaper(await drawPaper(deps, samplePaper({ drafts: drafts.slice(3, 4) }), at));
  expect(one.all.map(({ text }) => text)).toContain('Spende, kein Leistungsaustausch');
});

test('a paper of many lines goes on: its table is one, and the foot of the second page is not read again', async () => {
  const { deps } = await testShop();
  const many = Array.from({ length: 60 }, (_, n) => draftLine({ gross: 1000 + n, key: `k${n}`, name: `Lauf ${n}` }));
  const data = samplePaper({ drafts: many });
  const paper = await readPaper(await drawPaper(deps, data, at));
  expect(paper.pages).toBeGreaterThan(1);
  expect(barriersOf(paper)).toEqual([]);
  expect(
    tablesOf(paper.tree)[1]
      ?.slice(1)
      .map(([name]) => name),
  ).toEqual(many.map(({ name }) => name));
  expect(paper.all.filter(({ text }) => text === data.issuedBy)).toHaveLength(1);
});

test.each(languages.flatMap((language) => [7, null].map((number) => [number, language] as const)))(
  'the statement of settlement %s (%s) is one page with every figure, and can be read out',
  async (number, language) => {
    const { deps } = await testShop();
    const i18n = translatorFor(language);
    const paper = await readPaper(await statementPdf(deps, { ...statement, number }, i18n, null));
    expect(barriersOf(paper)).toEqual([]);
    expect(paper.pages).toBe(1);
    const [facts, rows, aside, methods] = tablesOf(paper.tree);
    expect(facts?.[0]).toEqual([i18n.t('settlement.event'), 'Donaulauf 2026']);
    const lines = statementLines(figures, i18n);
    const shown = (isAside: boolean) =>
      lines
        .filter(({ kind }) => (kind === 'aside') === isAside)
        .map(({ label, amount }) => [label, i18n.money(amount)]);
    expect(rows).toEqual(shown(false));
    expect(aside).toEqual(shown(true));
    expect(methods?.slice(1).map((row) => row.slice(1))).toEqual(
      figures.byMethod.map((sums) => [
        i18n.number(sums.payments),
        i18n.money(sums.received),
        i18n.money(sums.refunded),
      ]),
    );
    // Every figure of the settlement that is not 0 stands on it.
    const text = spoken(paper.tree);
    const { carriedIn, received, refunded, byCard, disagio, ticketFees, fees, feesTax, balance, payout, held, open } =
      figures;
    for (const amount of [received, byCard, fees, feesTax, balance, payout, held, open, figures.keptForRefunds])
      expect(text).toContain(i18n.money(amount));
    for (const amount of [refunded, disagio, ticketFees]) expect(text).toContain(i18n.money(cents(-amount)));
    expect(text).toContain(i18n.money(carriedIn));
    expect(text.includes(i18n.t('settlement.draft.note'))).toBe(number === null);
  },
);

test('papers and statements are PDF/UA-1 and PDF/A-3a in the eyes of others', { timeout: 300_000 }, async () => {
  const why = withoutValidator();
  if (why) {
    console.info(`what is read out of papers was checked by rules of our own alone: ${why}`);
    return;
  }
  const { deps } = await testShop();
  const folder = await mkdtemp(join(tmpdir(), 'startblock-read-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files: string[] = [];
  const keep = async (bytes: Uint8Array) => {
    const file = join(folder, `${files.length}.pdf`);
    await writeFile(file, bytes);
    files.push(file);
  };
  for (const language of languages) {
    for (const kind of paperKinds) await keep(await drawPaper(deps, paperOf(kind, language), at));
    for (const number of [7, null])
      await keep(await statementPdf(deps, { ...statement, number }, translatorFor(language), null));
  }
  const all = { valid: files.length, wrong: '' };
  expect(await checkedByOthers('ua1', files)).toEqual(all);
  expect(await checkedByOthers('3a', files)).toEqual(all);
  console.info(`${files.length} papers are valid by veraPDF (PDF/UA-1, PDF/A-3a)`);
});
