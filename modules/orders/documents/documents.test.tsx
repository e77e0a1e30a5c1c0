import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { Font } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fittedSize, pdfFont, printable, registerFonts, renderPdf, textWidth } from '#src/platform/pdf.tsx';
import { qrPng } from '#src/platform/qr.ts';
import { checkedByOthers, withoutValidator } from '#tests/support/einvoice/validator.ts';
import { barriersOf, readPaper, tablesOf } from '#tests/support/read-paper.ts';
import { OrderConfirmation } from './order-confirmation.tsx';
import { ParticipantConfirmation } from './participant-confirmation.tsx';
import { sampleOrder, sampleTicket } from './testing.ts';

const words = (locale: string) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/documents.json`, 'utf8')) as Record<string, string>;
  return (key: string) => {
    const text = texts[key];
    if (!text) throw new Error(`no text for ${key}`);
    return text;
  };
};
const languages = [
  ['de', 'de'],
  ['en-US', 'en-us'],
] as const;
const inter = 'node_modules/@expo-google-fonts/inter';
let qr: Uint8Array;
beforeAll(async () => {
  await registerFonts({
    regular: `${inter}/400Regular/Inter_400Regular.ttf`,
    bold: `${inter}/700Bold/Inter_700Bold.ttf`,
  });
  qr = await qrPng('T1.7.4711.0123456789ABCDEF', { width: 600 });
});

async function read(element: ReactElement, figures: readonly string[] = []) {
  const bytes = await renderPdf(element, figures, null);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const dictionaries = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object): object is PDFDict => object instanceof PDFDict);
  const ofType = (type: string) => dictionaries.filter((entry) => entry.get(PDFName.of('Type')) === PDFName.of(type));
  const descriptors = ofType('FontDescriptor');
  return {
    pages: document.getPageCount(),
    title: document.getTitle(),
    language: String(document.catalog.get(PDFName.of('Lang'))),
    isTagged: document.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')) === PDFBool.True,
    roles: ofType('StructElem').map((entry) => String(entry.get(PDFName.of('S')))),
    alts: ofType('StructElem').flatMap((entry) => {
      const alt = entry.get(PDFName.of('Alt'));
      return alt instanceof PDFHexString ? [alt.decodeText()] : [];
    }),
    fonts: new Set(descriptors.map((entry) => String(entry.get(PDFName.of('FontName'))).replace(/^\/[A-Z]+\+/, ''))),
    allEmbedded:
      descriptors.every((entry) => entry.has(PDFName.of('FontFile2'))) &&
      !ofType('Font').some((entry) => entry.get(PDFName.of('Subtype')) === PDFName.of('Type1')),
  };
}

describe.each(languages)('in %s', (language, locale) => {
  test('the ticket is one page with our fonts inside', async () => {
    const paper = await read(<ParticipantConfirmation data={sampleTicket(language, words(locale), qr)} />, ['QR-Code']);
    expect(paper).toMatchObject({ pages: 1, allEmbedded: true, isTagged: true, language: `(${language})` });
    expect(paper.alts).toEqual(['QR-Code']);
    expect(paper.roles.filter((role) => /^\/(P|H\d|TH|TD)$/.test(role)).length).toBeGreaterThan(20);
    expect([...paper.fonts].sort()).toEqual(['Inter-Bold', 'Inter-Regular']);
    expect(paper.title).toContain('Zoë Wałęsa-Großmann');
  });

  test('the order confirmation is one page with our fonts inside', async () => {
    const paper = await read(<OrderConfirmation data={sampleOrder(language, words(locale))} />);
    expect(paper).toMatchObject({ pages: 1, allEmbedded: true });
  });
});

test('tickets and confirmations can be read out: title, language, tables with heads, the code explained', {
  timeout: 120_000,
}, async () => {
  const files: Uint8Array[] = [];
  for (const [language, locale] of languages) {
    const ticket = <ParticipantConfirmation data={sampleTicket(language, words(locale), qr)} />;
    const order = sampleOrder(language, words(locale));
    const figures = order.payment.qr ? ['QR-Code'] : [];
    files.push(
      await renderPdf(ticket, ['QR-Code'], null),
      await renderPdf(<OrderConfirmation data={order} />, figures, null),
    );
    const lines = Array.from({ length: 12 }, () => order.lines).flat();
    const long = await renderPdf(<OrderConfirmation data={{ ...order, lines }} />, figures, null);
    files.push(long);
    const [names] = tablesOf((await readPaper(long)).tree);
    expect(names?.slice(1).map(([, quantity]) => quantity)).toEqual(lines.map(({ quantity }) => String(quantity)));
  }
  for (const bytes of files) expect(barriersOf(await readPaper(bytes))).toEqual([]);

  const why = withoutValidator();
  if (why) {
    console.info(`what is read out of papers was checked by rules of our own alone: ${why}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'startblock-read-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = files.map((_, at) => join(folder, `${at}.pdf`));
  await Promise.all(files.map((bytes, at) => writeFile(paths[at] as string, bytes)));
  expect(await checkedByOthers('ua1', paths)).toEqual({ valid: files.length, wrong: '' });
  console.info(`${files.length} tickets and confirmations are valid by veraPDF (PDF/UA-1)`);
});

test('letters that our fonts lack bring no foreign font in', async () => {
  const data = sampleTicket('de', words('de'), qr);
  const paper = await read(
    <ParticipantConfirmation
      data={{ ...data, participant: { ...data.participant, name: '李小龙 🏃‍♀️ Ивáнов \u202eabc' } }}
    />,
  );
  expect(paper.allEmbedded).toBe(true);
  expect(printable('李 🏃‍♀️ Łódź ß \u0007x')).toBe('□  Łódź ß x');
  expect(printable('Zoe\u0308')).toBe('Zoë');
});

test('the instructions on withdrawal go on below the last notes, which never stand alone on a page', async () => {
  const data = sampleOrder('de', words('de'));
  const text = 'Du hast das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. '.repeat(
    3,
  );
  const withdrawal = {
    title: 'Widerrufsbelehrung',
    paragraphs: Array.from({ length: 6 }, (_, at) => `${at + 1}. ${text}`),
    formTitle: 'Muster-Widerrufsformular',
    form: ['An:', 'Name:', 'Anschrift:', 'Datum:'],
  };
  const [line] = data.lines;
  if (!line) throw new Error('an order has lines');
  for (let count = 1; count <= 8; count += 1) {
    const notes = ['Kein Widerrufsrecht für Startplätze.', 'Shirt: 14 Tage Widerrufsrecht.', ...data.notes];
    const lines = Array.from({ length: count }, () => line);
    const { pages } = await read(<OrderConfirmation data={{ ...data, lines, notes, withdrawal }} />);
    expect(pages, `${count} lines`).toBeLessThan(3);
  }
});

test('what is too long for one page goes on', async () => {
  const data = sampleOrder('de', words('de'));
  const lines = Array.from({ length: 12 }, () => data.lines).flat();
  expect((await read(<OrderConfirmation data={{ ...data, lines }} />)).pages).toBeGreaterThan(1);
  // The names of a club go on overleaf; kept together they left the first page empty.
  const club = { ...lines[0], detail: 'Maximiliane von Hohenstein, '.repeat(80) } as (typeof lines)[number];
  for (const long of [[club], [club, ...data.lines]]) {
    expect((await read(<OrderConfirmation data={{ ...data, lines: long }} />)).pages).toBeLessThan(3);
  }
});

test('a long name takes a smaller size, in at most two lines, and never leaves the bib', () => {
  const fit = { width: 310, largest: 25, smallest: 10, lines: 2, bold: true };
  expect(fittedSize('Anna Gruber', fit)).toBe(25);
  const long = 'Maximiliane-Katharina Freifrau von und zu Hohenstein-Großmann';
  const size = fittedSize(long, fit);
  expect(size).toBeLessThan(25);
  expect(size).toBeGreaterThan(14);
  expect(textWidth(long, size, true)).toBeLessThan(2 * fit.width);
  expect(fittedSize('9999999', { width: 300, largest: 118, smallest: 40, bold: true })).toBeLessThan(80);
});

test('a letter that was met inside an umlaut keeps its place in later papers', async () => {
  const data = sampleOrder('de', words('de'));
  await read(
    <OrderConfirmation data={{ ...data, organizer: { ...data.organizer, name: 'Österreich Übung Ärmel' } }} />,
  );
  const bold = Font.getFont({ fontFamily: pdfFont, fontWeight: 700 }).data;
  for (const letter of 'OUA') {
    expect(bold?.layout(letter).glyphs[0]?.codePoints).toEqual([letter.codePointAt(0)]);
  }
});

test('sums can be copied: figures of equal width, hyphens and minus signs are the letters they stand for', async () => {
  await read(<OrderConfirmation data={sampleOrder('de', words('de'))} />);
  const typed = '−1.234.567,89 € (0-5)';
  for (const fontWeight of [400, 700] as const) {
    const run = Font.getFont({ fontFamily: pdfFont, fontWeight }).data?.layout(typed, ['tnum']);
    expect(
      run?.glyphs.map(({ codePoints }: { codePoints: number[] }) => String.fromCodePoint(...codePoints)).join(''),
    ).toBe(typed);
  }
  // A private letter of somebody's device must not take the place of the digit it looks like here.
  expect(printable('1\ue072')).toBe('1□');
});

test('many at once queue, and one that fails does not stop the rest', async () => {
  const good = () => renderPdf(<OrderConfirmation data={sampleOrder('de', words('de'))} />, [], null);
  const broken = renderPdf(
    <OrderConfirmation
      data={sampleOrder('de', words('de'), {
        money: () => {
          throw new Error('no money');
        },
      })}
    />,
    [],
    null,
  );
  const results = await Promise.allSettled([good(), broken, good(), good()]);
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
