import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { testFonts } from '#tests/support/sources.ts';
import { registerFonts } from './fonts.ts';
import { labelsPdf } from './label-pdf.ts';

beforeAll(() => registerFonts(testFonts));

/** How many texts a label of this height has. */
async function textsOn(height: number, lines: string[]): Promise<number> {
  const bytes = await labelsPdf({
    ...{ language: 'de', title: 'Etiketten', skip: 0, labels: [{ figure: '77', lines }] },
    sheet: { columns: 3, rows: 1, width: 70, height, gap: 0 },
  });
  const content = (await PDFDocument.load(bytes)).getPage(0).node.Contents();
  const drawn = content instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(content).decode()) : '';
  return drawn.toString('latin1').match(/ Tj$/gm)?.length ?? 0;
}

test('what somebody is to get goes on in the next line where the label has room', async () => {
  const lines = ['Racer', 'Rita', 'Nachtlauf', 'Shirt: Damen S, 2 × Pasta-Gutschein, Startsackerl'];
  expect(await textsOn(37, lines.slice(0, 3))).toBe(4);
  expect(await textsOn(37, lines)).toBe(6);
  // Four lines are all that this one has room for.
  expect(await textsOn(21, lines)).toBe(5);
});
