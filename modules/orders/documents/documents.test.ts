/** The papers of an order: complete, tagged, within their pages, and with a code that can be scanned. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { qrPng } from '#src/documents/qr.ts';
import { cents } from '#src/kernel/money.ts';
import { checkedByOthers, withoutValidator } from '#tests/support/einvoice/validator.ts';
import { barriersOf, readPaper, spoken, tablesOf } from '#tests/support/read-paper.ts';
import { scannedPages } from '#tests/support/scanned-pages.ts';
import { testFonts } from '#tests/support/sources.ts';
import { worldNames } from '#tests/support/world-names.ts';
import type { OrderConfirmationData, ParticipantConfirmationData } from './data.ts';
import { renderConfirmation, renderTicket } from './render.ts';
import { documentWords, sampleOrder, sampleTicket } from './testing.ts';

const code = 'T1.7.4711.0123456789ABCDEF';
let qr: Uint8Array;
beforeAll(async () => {
  qr = await qrPng(code);
});

async function read(making: Promise<Uint8Array>) {
  const bytes = await making;
  const paper = await readPaper(bytes);
  expect(barriersOf(paper)).toEqual([]);
  return { ...paper, bytes, said: plain(spoken(paper.tree)) };
}

/** Spaces and line ends are not what a paper says. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

const longName = 'Maximiliane-Katharina Freifrau von und zu Hohenstein-Großmann Wachenschwanz';

const languages = [
  ['de', 'de'],
  ['en-US', 'en-us'],
] as const;
describe.each(languages)('in %s', (language, locale) => {
  const words = documentWords(locale);
  const ticket = (change: Partial<ParticipantConfirmationData> = {}) =>
    read(renderTicket(testFonts, sampleTicket(language, words, qr, change), null));
  const order = (change: Partial<OrderConfirmationData> = {}) =>
    read(renderConfirmation(testFonts, sampleOrder(language, words, change), null));
  const { lines } = sampleOrder(language, words);
  const [line] = lines as [(typeof lines)[number]];

  test('a ticket says all that is on it, on one page with our fonts inside', async () => {
    const data = sampleTicket(language, words, qr);
    const paper = await ticket();
    expect(paper).toMatchObject({ pages: 1, language: `(${language})` });
    expect(paper.title).toContain(data.participant.name);
    expect(paper.all.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual(['QR-Code']);
    for (const text of [
      data.event.title,
      data.participant.name,
      data.code,
      data.competition.start,
      ...data.startInfo,
      ...data.articles,
      ...[...data.participant.facts, ...data.answers].flatMap(({ label, value }) => [label, value]),
    ])
      expect(paper.said).toContain(plain(text));
    const document = await PDFDocument.load(paper.bytes, { updateMetadata: false });
    const descriptors = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object): object is PDFDict => object instanceof PDFDict && object.has(PDFName.of('FontName')));
    expect(
      descriptors.map((each) => String(each.get(PDFName.of('FontName'))).replace(/^\/[A-Z]+\+/, '')).sort(),
    ).toEqual(['Inter-Bold', 'Inter-Regular']);
    expect(descriptors.every((each) => each.has(PDFName.of('FontFile2')))).toBe(true);
  });

  test.each([longName, 'Γιώργος Παπαδόπουλος', 'Иван Петрович Иванов', 'Nguyễn Thị Ánh', 'Zoë Wałęsa', '李小龙 🏃‍♀️'])(
    'a ticket of %s is one page whose code can be scanned at 100 dpi',
    async (called) => {
      const { participant } = sampleTicket(language, words, qr);
      const team = 'Die schnellen Hirsche vom Donauufer in Linz';
      for (const figure of [null, { label: 'Nr.', value: '12345678' }]) {
        const paper = await ticket({ figure, participant: { ...participant, name: called, team } });
        expect(paper.pages).toBe(1);
        expect(paper.said).toContain(called.startsWith('李') ? '李小龙' : called);
        expect(await scannedPages(paper.bytes, 100)).toEqual([[code]]);
      }
    },
  );

  test('a sample says so across the ticket', async () => {
    expect((await ticket({ sample: 'MUSTER' })).said).toContain('MUSTER');
  });

  test('what there is to know may be longer than the page', async () => {
    const { startInfo } = sampleTicket(language, words, qr);
    const long = Array.from({ length: 8 }, (_, at) => startInfo.map((text) => `${at + 1}. ${text}`)).flat();
    const paper = await ticket({ startInfo: long });
    expect(paper.pages).toBe(2);
    const places = long.map((text) => paper.said.indexOf(plain(text)));
    expect(places).toEqual([...new Set(places)].filter((place) => place >= 0).sort((a, b) => a - b));
  });

  test('an order of one, and how it is paid', async () => {
    const facts = [
      { label: 'IBAN', value: 'AT61 1904 3002 3457 3201' },
      { label: 'Zweck', value: 'SB100042 mit einem sehr langen Text, der gewiss auf zwei Zeilen geht' },
    ];
    const paper = await order({ payment: { way: 'Überweisung', facts } });
    expect(paper.pages).toBe(1);
    const [rows, taxes, paid] = tablesOf(paper.tree);
    expect([rows?.length, taxes?.length]).toEqual([5, 3]);
    expect(paid?.map(([label, value]) => ({ label, value: plain(value as string) }))).toEqual(facts);
  });

  test('an order of forty goes over pages, with every line of it', async () => {
    const forty = Array.from({ length: 40 }, (_, at) => ({
      ...line,
      name: at === 7 ? longName : `Halbmarathon ${at + 1}`,
      detail: `Läuferin ${at + 1}`,
      totalCents: cents(3900 + at),
    }));
    const paper = await order({ lines: forty });
    expect(paper.pages).toBeGreaterThan(1);
    const [table] = tablesOf(paper.tree);
    expect(table?.slice(1).map(([said]) => plain(said as string))).toEqual(
      forty.map(({ name, detail }) => `${name} ${detail}`),
    );
  });

  test('the names of a club go on overleaf, below a first page that is not empty', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `Maximiliane ${at}`).join(', ');
    const paper = await order({ lines: [{ ...line, detail: names }, ...lines] });
    expect(paper.pages).toBe(3);
    expect(paper.said).toContain(names);
    expect(paper.texts[0]).toContain('Maximiliane 100');
  });

  test('the same paper is the same file', async () => {
    const other = await ticket({ code: 'T1.7.4711.FEDCBA9876543210' });
    const [one, again] = [await ticket(), await ticket()];
    expect(Buffer.from(one.bytes).equals(Buffer.from(again.bytes))).toBe(true);
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(false);
  });
});

test('a sum never stands alone on a page, and the instructions on withdrawal go on below the last notes', async () => {
  const data = sampleOrder('de', documentWords('de'));
  const [line] = data.lines as [(typeof data.lines)[number]];
  const text = 'Du hast das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. '.repeat(
    3,
  );
  const withdrawal = {
    title: 'Widerrufsbelehrung',
    paragraphs: Array.from({ length: 6 }, (_, at) => `${at + 1}. ${text}`),
    formTitle: 'Muster-Widerrufsformular',
    form: ['An:', 'Name:', 'Anschrift:', 'Datum:'],
  };
  for (let count = 1; count <= 20; count += 1) {
    const lines = Array.from({ length: count }, () => line);
    const long = { ...data, lines, notes: [...data.notes, 'Shirt: 14 Tage Widerrufsrecht.'] };
    if (count <= 8) {
      const { pages } = await read(renderConfirmation(testFonts, { ...long, withdrawal }, null));
      expect(pages, `${count} lines`).toBeLessThan(3);
    }
    const { texts } = await read(renderConfirmation(testFonts, long, null));
    const withSum = texts.find((page) => page.includes(data.labels.total));
    expect(withSum, `${count} lines`).toContain(line.name);
  }
});

test('tickets and confirmations are PDF/UA-1 in the eyes of others', { timeout: 120_000 }, async () => {
  const why = withoutValidator();
  if (why) {
    console.info(`what is read out of papers was checked by rules of our own alone: ${why}`);
    return;
  }
  const files: Uint8Array[] = [];
  for (const [language, locale] of languages) {
    const words = documentWords(locale);
    const order = sampleOrder(language, words);
    const lines = Array.from({ length: 12 }, () => order.lines).flat();
    files.push(await renderTicket(testFonts, sampleTicket(language, words, qr), null));
    for (const name of Object.values(worldNames)) {
      const ticket = sampleTicket(language, words, qr);
      const participant = { ...ticket.participant, name };
      files.push(await renderTicket(testFonts, { ...ticket, participant }, null));
      files.push(await renderConfirmation(testFonts, { ...order, addresses: [{ label: 'x', lines: [name] }] }, null));
    }
    for (const each of [order, { ...order, lines }]) files.push(await renderConfirmation(testFonts, each, null));
  }
  const folder = await mkdtemp(join(tmpdir(), 'startblock-read-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = files.map((_, at) => join(folder, `${at}.pdf`));
  await Promise.all(files.map((bytes, at) => writeFile(paths[at] as string, bytes)));
  expect(await checkedByOthers('ua1', paths)).toEqual({ valid: files.length, wrong: '' });
  console.info(`${files.length} tickets and confirmations are valid by veraPDF (PDF/UA-1)`);
});

test('many at once queue, and one that fails does not stop the rest', async () => {
  const good = (orderNumber: string) =>
    renderConfirmation(testFonts, sampleOrder('de', documentWords('de'), { orderNumber }), null);
  const broken = sampleOrder('de', documentWords('de'), { lines: null as never, addresses: [7 as never] });
  const failing = renderConfirmation(testFonts, { ...broken, lines: [] }, null);
  const results = await Promise.allSettled([good('1'), failing, good('2'), good('3')]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
