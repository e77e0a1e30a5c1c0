import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readTables, type TableCell } from './read-table.ts';

const workbook = (sheet: string, strings = '') =>
  zipSync({
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
  });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const readCells = async (bytes: Uint8Array): Promise<TableCell[][]> => (await readTables(bytes))[0] ?? [];
const faultOf = (bytes: Uint8Array) =>
  readCells(bytes).then(
    () => null,
    (problem: { details: { fault: string } }) => problem.details.fault,
  );

test('of a workbook figures stay figures, texts texts, and what is an error nothing', async () => {
  const bytes = workbook(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>0.02775</v></c><c r="C1" t="inlineStr"><is><t>007</t></is></c><c r="D1" t="e"><v>#REF!</v></c><c r="E1" t="b"><v>1</v></c></row><row r="3"><c r="B3"><v>12</v></c></row>',
    '<si><r><t>Na</t></r><r><t>me</t></r><rPh><t>x</t></rPh></si>',
  );
  expect(await readCells(bytes)).toEqual([['Name', 0.02775, '007'], [], [null, 12]]);
});

test('of a CSV file separators, old encodings and a title above the table are understood', async () => {
  expect(await readCells(bytesOf('\ufeffName,Zeit\n"Auer, Anna",40:00\n'))).toEqual([
    ['Name', 'Zeit'],
    ['Auer, Anna', '40:00'],
  ]);
  expect(
    await readCells(new Uint8Array([...bytesOf('Ergebnisse\n\nName;Zeit\nM'), 0xfc, ...bytesOf('ller;40:00')])),
  ).toEqual([['Ergebnisse'], [''], ['Name', 'Zeit'], ['Müller', '40:00']]);
});

test('of a CSV file the separator is what all lines have, not what stands in a title, in times or in names', async () => {
  const cells = (text: string) => readCells(bytesOf(text));
  const table = [
    ['StNr', 'Zeit'],
    ['1', '40:00,5'],
    ['2', '41:00,2'],
  ];
  expect((await cells('Stadtlauf, Wien, 12.04.2026\nStNr;Zeit\n1;40:00,5\n2;41:00,2\n')).slice(1)).toEqual(table);
  expect(await cells('StNr\tZeit\n1\t40:00,5\n2\t41:00,2')).toEqual(table);
  expect(await cells('StNr,Zeit\n1,"40:00,5"\n2,"41:00,2"')).toEqual(table);
  expect(await cells('Name;Zeit\nAuer, Anna;40:00,5')).toEqual([
    ['Name', 'Zeit'],
    ['Auer, Anna', '40:00,5'],
  ]);
  expect(await cells('Name\nAnna')).toEqual([['Name'], ['Anna']]);
});

test('every sheet that has anything is read, in the sequence of its workbook', async () => {
  const sheet = (text: string) =>
    strToU8(
      `<worksheet><sheetData>${text && `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`}</sheetData></worksheet>`,
    );
  const bytes = zipSync({
    'xl/worksheets/sheet10.xml': sheet('tenth'),
    'xl/worksheets/sheet2.xml': sheet('second'),
    'xl/worksheets/sheet1.xml': sheet(''),
  });
  expect(await readTables(bytes)).toEqual([[['second']], [['tenth']]]);
});

test('a first line that tells the separator is none of the table, and the other lines keep their numbers', async () => {
  for (const [told, mark] of [
    ['sep=;', ';'],
    ['\ufeffsep=,', ','],
    ['"sep=\t"', '\t'],
    ['SEP=|', '|'],
  ]) {
    const [first, ...rest] = await readCells(bytesOf(`${told}\r\nName${mark}Zeit\r\nAuer; Anna, A.${mark}40:00\r\n`));
    expect(first?.join('')).toBe('');
    if (mark === '|' || mark === '\t') expect(rest.at(-1)).toEqual(['Auer; Anna, A.', '40:00']);
    else expect(rest[0]).toEqual(['Name', 'Zeit']);
  }
});

test('a line break within a cell is a blank', async () => {
  expect(await readCells(bytesOf('Name;Verein\n"Auer\r\n Anna";"LC\nLinz"\n'))).toEqual([
    ['Name', 'Verein'],
    ['Auer Anna', 'LC Linz'],
  ]);
  expect(
    await readCells(workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', '<si><t>Auer\nAnna</t></si>')),
  ).toEqual([['Auer Anna']]);
});

test.each<[string, string, () => Uint8Array]>([
  ['a line of separators', 'tooLongLine', () => bytesOf(`Name;Zeit\n${';'.repeat(2_000_000)}\n`)],
  ['a line of one cell', 'tooLongLine', () => bytesOf(`Name;Zeit\n${'a'.repeat(2_000_000)};1\n`)],
  ['a file without line ends', 'tooLongLine', () => bytesOf('a,'.repeat(1_000_000))],
  ['a cell of very many lines', 'tooLongLine', () => bytesOf(`Name;Zeit\n"${'a\n'.repeat(1_000_000)}";1\n`)],
  ['many lines of many cells', 'tooManyColumns', () => bytesOf(`${';'.repeat(90_000)}\n`.repeat(20))],
  ['many lines that end as of old', 'tooManyLines', () => bytesOf('a;b\r'.repeat(100_000))],
  ['a workbook nested deeply', 'unreadable', () => workbook('<a>'.repeat(1_000_000))],
  ['texts of a workbook nested deeply', 'unreadable', () => workbook('<row/>', '<si>'.repeat(1_000_000))],
  [
    'an element with very many attributes',
    'unreadable',
    () => workbook(`<row ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  ],
  ['very many rows of one number', 'tooManyLines', () => workbook('<row r="1"/>'.repeat(200_000))],
])('%s: refused before it costs much', { timeout: 60_000 }, async (_, fault, file) => {
  expect(await faultOf(file())).toBe(fault);
});

test('a quotation mark that nobody closes costs no lines of a long table', async () => {
  const rows = await readCells(bytesOf(`Name;Verein\n${'Auer;Die 5" Läufer\n'.repeat(10_001)}`));
  expect([rows.length, rows.at(-1)]).toEqual([10_002, ['Auer', 'Die 5" Läufer']]);
});

test('what nobody can read, or what is more than any list, is refused as what it is', { timeout: 60_000 }, async () => {
  expect(await faultOf(bytesOf('\0\u0001'))).toBe('unreadable');
  expect(await faultOf(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))).toBe('unreadable');
  expect(await faultOf(bytesOf('a;b\n'.repeat(50_001)))).toBe('tooManyLines');
  expect(await faultOf(bytesOf(`${'a;'.repeat(201)}\n`))).toBe('tooManyColumns');
  expect(await faultOf(workbook('<row r="60000"><c r="A1"><v>1</v></c></row>'))).toBe('tooManyLines');
  expect(await faultOf(workbook('<row r="1"><c r="ZZ1"><v>1</v></c></row>'))).toBe('tooManyColumns');
});

test('an archive that unpacks to very much ends early and keeps little', { timeout: 60_000 }, async () => {
  const row = '<row><c><v>1</v></c></row>';
  const bombs = {
    'one text': workbook('<row><c t="s"><v>0</v></c></row>', `<si><t>${'a'.repeat(20 * 2 ** 20)}</t></si>`),
    'many texts': workbook(row, '<si/>'.repeat(1_000_001)),
    'many cells': workbook(`<row>${'<c/>'.repeat(201)}<c r="ZZ1"/></row>`),
  };
  expect(Math.max(...Object.values(bombs).map(({ length }) => length))).toBeLessThan(200_000);
  const before = process.memoryUsage.rss();
  expect(await faultOf(bombs['one text'])).toBe('unreadable');
  expect(await faultOf(bombs['many texts'])).toBe('tooManyLines');
  expect(await faultOf(bombs['many cells'])).toBe('tooManyColumns');
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(700);
});
