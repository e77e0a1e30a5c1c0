/** The papers of an order as our own pen draws them: complete, tagged, and within their pages. */
import { readFileSync } from 'node:fs';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRawStream,
} from '@cantoo/pdf-lib';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { registerFonts, renderPdf } from '#src/platform/pdf.tsx';
import { qrPng } from '#src/platform/qr.ts';
import { barriersOf, readPaper, spoken, tablesOf } from '#tests/support/read-paper.ts';
import type { OrderConfirmationData, ParticipantConfirmationData } from './data.ts';
import { OrderConfirmation } from './order-confirmation.tsx';
import { ParticipantConfirmation } from './participant-confirmation.tsx';
import { sampleOrder, sampleTicket } from './testing.ts';

const words = (locale: string) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/documents.json`, 'utf8')) as Record<string, string>;
  return (key: string) => texts[key] as string;
};
const inter = 'node_modules/@expo-google-fonts/inter';
let qr: Uint8Array;
beforeAll(async () => {
  await registerFonts({
    regular: `${inter}/400Regular/Inter_400Regular.ttf`,
    bold: `${inter}/700Bold/Inter_700Bold.ttf`,
  });
  qr = await qrPng('T1.7.4711.0123456789ABCDEF');
});

const name = (key: string) => PDFName.of(key);
type Placed = { left: number; right: number; baseline: number; size: number };

/** The widths of the shapes of a font, in thousandths. */
function widthsOf(font: PDFDict): Map<number, number> {
  const widths = new Map<number, number>();
  const below = font.lookup(name('DescendantFonts'), PDFArray).lookup(0, PDFDict);
  const list = below.lookup(name('W'), PDFArray);
  for (let at = 0; at < list.size(); at += 2)
    widths.set(
      list.lookup(at, PDFNumber).asNumber(),
      list
        .lookup(at + 1, PDFArray)
        .lookup(0, PDFNumber)
        .asNumber(),
    );
  return widths;
}

/** Where the lines of a page stand, those that lie across it left out. */
function linesOf(page: PDFPage): Placed[] {
  const fonts = page.node.Resources()?.lookup(name('Font'), PDFDict) as PDFDict;
  const contents = page.node.Contents() as PDFRawStream;
  const lines: Placed[] = [];
  let [widths, size, x, y] = [new Map<number, number>(), 0, 0, 0];
  const content = Buffer.from(decodePDFRawStream(contents).decode()).toString('latin1');
  const isTurned = (operators: string) => /^[\d.-]+ 0?\.\d+ .* cm$/m.test(operators);
  for (const marked of content.split('\nEMC')) {
    if (isTurned(marked)) continue;
    for (const line of marked.split('\n')) {
      const [, font, points] = /^\/(\S+) (\S+) Tf$/.exec(line) ?? [];
      if (font !== undefined) [widths, size] = [widthsOf(fonts.lookup(name(font), PDFDict)), Number(points)];
      const [, left, up] = /^1 0 0 1 (\S+) (\S+) Tm$/.exec(line) ?? [];
      if (left !== undefined) [x, y] = [Number(left), Number(up)];
      if (!line.endsWith('TJ')) continue;
      let width = 0;
      for (const [, shapes, back] of line.matchAll(/<([\da-f]*)>|(-?[\d.]+)/g)) {
        for (const shape of shapes?.match(/.{4}/g) ?? []) width += widths.get(Number.parseInt(shape, 16)) as number;
        if (back !== undefined) width -= Number(back);
      }
      lines.push({ left: x, right: x + (width * size) / 1000, baseline: y, size });
    }
  }
  return lines;
}

async function drawn(paper: ReactElement, figures: readonly string[] = []) {
  const bytes = await renderPdf(paper, figures, null);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const pages = document.getPages().map(linesOf);
  const outside = pages.flat().filter(
    // A space at the end of a line hangs outside of its column, never of the page.
    ({ left, right, baseline, size }) =>
      left < 0 || right > 595.28 || baseline < size * 0.3 || baseline + size > 841.89,
  );
  const read = await readPaper(bytes);
  return { bytes, pages, outside, read, said: spoken(read.tree), producer: document.getProducer() };
}

const sound = (paper: Awaited<ReturnType<typeof drawn>>) => {
  // The library that draws other papers says its own name.
  expect(paper.producer).toBe('Startblock');
  expect(barriersOf(paper.read)).toEqual([]);
  expect(paper.outside).toEqual([]);
};
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

const longName = 'Maximiliane-Katharina Freifrau von und zu Hohenstein-Großmann Wachenschwanz';

describe.each([
  ['de', 'de'],
  ['en-US', 'en-us'],
] as const)('in %s', (language, locale) => {
  const ticket = (change: Partial<ParticipantConfirmationData> = {}) =>
    drawn(<ParticipantConfirmation data={sampleTicket(language, words(locale), qr, change)} />, ['QR-Code']);
  const order = (change: Partial<OrderConfirmationData> = {}, figures: readonly string[] = []) =>
    drawn(<OrderConfirmation data={sampleOrder(language, words(locale), change)} />, figures);

  test('a ticket says all that is on it, on one page', async () => {
    const data = sampleTicket(language, words(locale), qr);
    const paper = await ticket();
    sound(paper);
    expect(paper.pages).toHaveLength(1);
    for (const text of [
      data.event.title,
      data.participant.name,
      data.code,
      data.competition.start,
      ...data.startInfo,
      ...data.articles,
      ...[...data.participant.facts, ...data.answers].flatMap(({ label, value }) => [label, value]),
      'QR-Code',
    ])
      expect(plain(paper.said)).toContain(plain(text));
  });

  test.each([longName, 'Γιώργος Παπαδόπουλος', 'Иван Петрович Иванов', 'Nguyễn Thị Ánh', 'Zoë Wałęsa', '李小龙 🏃‍♀️'])(
    'a ticket of %s',
    async (called) => {
      const data = sampleTicket(language, words(locale), qr);
      const paper = await ticket({
        figure: null,
        participant: { ...data.participant, name: called, team: 'Die schnellen Hirsche vom Donauufer in Linz' },
      });
      sound(paper);
      expect(paper.pages).toHaveLength(1);
      const shown = called.startsWith('李') ? '□□□' : called;
      expect(plain(paper.said)).toContain(shown);
    },
  );

  test('a sample says so across the ticket', async () => {
    const paper = await ticket({ sample: 'MUSTER' });
    sound(paper);
    expect(paper.said).toContain('MUSTER');
  });

  test('what there is to know may be longer than the page', async () => {
    const { startInfo } = sampleTicket(language, words(locale), qr);
    const long = Array.from({ length: 8 }, (_, at) => startInfo.map((text) => `${at + 1}. ${text}`)).flat();
    const paper = await ticket({ startInfo: long });
    sound(paper);
    expect(paper.pages).toHaveLength(2);
    let after = -1;
    for (const text of long) {
      const at = plain(paper.said).indexOf(plain(text));
      expect(at).toBeGreaterThan(after);
      after = at;
    }
  });

  test('an order of one, and how it is paid', async () => {
    const facts = [
      { label: 'IBAN', value: 'AT61 1904 3002 3457 3201' },
      { label: 'Zweck', value: 'SB100042 mit einem sehr langen Text, der gewiss auf zwei Zeilen geht' },
    ];
    const paper = await order({ payment: { way: 'Überweisung', facts, qr } }, ['QR-Code']);
    sound(paper);
    expect(paper.pages).toHaveLength(1);
    const [lines, taxes, paid] = tablesOf(paper.read.tree);
    expect(lines).toHaveLength(5);
    expect(taxes).toHaveLength(3);
    expect(paid?.map(([label, value]) => ({ label, value: plain(value as string) }))).toEqual(facts);
    expect(paper.said).toContain('QR-Code');
  });

  test('an order of forty goes over pages, with every line of it and a foot on each', async () => {
    const { lines } = sampleOrder(language, words(locale));
    const forty = Array.from({ length: 40 }, (_, at) => ({
      ...(lines[0] as (typeof lines)[number]),
      name: at === 7 ? longName : `Halbmarathon ${at + 1}`,
      detail: `Läuferin ${at + 1}`,
      totalCents: cents(3900 + at),
    }));
    const paper = await order({ lines: forty });
    sound(paper);
    expect(paper.pages.length).toBeGreaterThan(1);
    const [table] = tablesOf(paper.read.tree);
    expect(table?.slice(1).map(([said]) => plain(said as string))).toEqual(
      forty.map((line) => `${line.name} ${line.detail}`),
    );
    const feet = paper.pages.map((page) => Math.min(...page.map(({ baseline }) => baseline)));
    expect(new Set(feet).size).toBe(1);
  });

  test('the names of a club go on overleaf', async () => {
    const { lines } = sampleOrder(language, words(locale));
    const names = Array.from({ length: 300 }, (_, at) => `Maximiliane ${at}`);
    const club = { ...(lines[0] as (typeof lines)[number]), detail: names.join(', ') };
    const paper = await order({ lines: [club, ...lines] });
    sound(paper);
    expect(paper.pages.length).toBeGreaterThan(1);
    expect(plain(paper.said)).toContain(names.join(', '));
  });

  test('the same paper is the same file', async () => {
    const other = await ticket({ code: 'T1.7.4711.FEDCBA9876543210' });
    const [one, again] = [await ticket(), await ticket()];
    expect(Buffer.from(one.bytes).equals(Buffer.from(again.bytes))).toBe(true);
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(false);
  });
});
