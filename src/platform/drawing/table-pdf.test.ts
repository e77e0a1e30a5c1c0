import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { testFonts } from '#tests/support/sources.ts';
import { registerFonts } from './fonts.ts';
import { SheetPen } from './sheet-pen.ts';
import { tablePdf } from './table-pdf.ts';

beforeAll(() => registerFonts(testFonts));

const size = 8.5;
const width = 70;
const sheet = { language: 'de', title: 'Startnummern' };

test('what is too long for its column goes on in the next line, whole as long as there are lines', async () => {
  const pen = await SheetPen.on(sheet);
  const lines = (text: string, most = 5) => pen.linesOf(text, { size, width, most });
  const due = 'Shirt: Damen S, 2 × Pasta-Gutschein, Startsackerl';
  expect(lines('Shirt: S')).toEqual(['Shirt: S']);
  expect(lines('')).toEqual(['']);
  expect(lines(due).length).toBeGreaterThan(1);
  expect(lines(due).join(' ').replaceAll('- ', '-')).toBe(due);
  for (const line of lines(due)) expect(pen.widthOf(line, size)).toBeLessThanOrEqual(width);
  expect(lines(due).some((line) => line.startsWith('2 × Pasta'))).toBe(true);
  expect(lines(due, 2)).toHaveLength(2);
  expect(lines('Müller-Lüdenscheidt und Söhne')[0]).toBe('Müller-');
});

test('rows of several lines take their room on the page', async () => {
  const pages = async (cell: string): Promise<number> => {
    const rows = Array.from({ length: 45 }, (_, at) => [String(at), cell]);
    const columns = ['Nr.', 'Dazu'].map((title) => ({ title, share: 1 }));
    const bytes = await tablePdf({ ...sheet, lead: '', foot: '', columns, groups: [{ title: '', rows }] });
    return (await PDFDocument.load(bytes)).getPageCount();
  };
  expect(await pages('Shirt: S')).toBe(1);
  expect(await pages('Shirt: S, '.repeat(12))).toBeGreaterThan(1);
});
