import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { type Cell, type CellKind, serialOf, wallCell } from './cells.ts';
import { fileNameOf, type TableFile, type TableFormat, tableBytes, tableResponse } from './table-file.ts';

const bytesOf = async (table: TableFile, format: TableFormat) =>
  Buffer.concat(await Array.fromAsync(tableBytes(table, format)));
const made = (
  kinds: readonly CellKind[],
  rows: readonly (readonly Cell[])[],
  locale: 'de' | 'en-us' = 'de',
): TableFile => ({
  name: 'table',
  locale,
  columns: kinds.map((kind, at) => ({ title: `${kind} ${at}`, kind })),
  async *pieces() {
    for (const row of rows) yield [row];
  },
});

test('a workbook is read again by a library as what it was, cell by cell', async () => {
  const rows: Cell[][] = [
    ['Zoë <Huber> & "Söhne"', 12, 123_456, '1998-05-01', '2026-03-02T10:30'],
    ['=1+1', 0.5, -5, '2026-12-31', '2026-07-01T00:00'],
    [' a\nb 😀 ', null, 0, null, null],
  ];
  const [sheet] = await readXlsx(await bytesOf(made(['text', 'number', 'money', 'date', 'moment'], rows), 'xlsx'), {
    trim: false,
  });
  expect(sheet?.data).toEqual([
    ['text 0', 'number 1', 'money 2', 'date 3', 'moment 4'],
    ['Zoë <Huber> & "Söhne"', 12, 1234.56, new Date('1998-05-01T00:00Z'), new Date('2026-03-02T10:30Z')],
    ['=1+1', 0.5, -0.05, new Date('2026-12-31T00:00Z'), new Date('2026-07-01T00:00Z')],
    [' a\nb 😀 ', null, 0, null, null],
  ]);
});

test('a CSV holds figures as its reader writes them, and no formulas', async () => {
  const rows: Cell[][] = [
    ['=1+1', -1.5, -123_456, '1998-05-01', '2026-03-02T10:30'],
    ['a;"b"\nc', 3, 7, null, null],
  ];
  const kinds: CellKind[] = ['text', 'number', 'money', 'date', 'moment'];
  const read = async (locale: 'de' | 'en-us') => {
    const text = (await bytesOf(made(kinds, rows, locale), 'csv')).toString();
    expect([text[0], text.endsWith('\r\n')]).toEqual(['\uFEFF', true]);
    return (parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][]).slice(1);
  };
  expect(await read('de')).toEqual([
    ["'=1+1", '-1,5', '-1234,56', '01.05.1998', '02.03.2026 10:30'],
    ['a;"b"\nc', '3', '0,07', '', ''],
  ]);
  expect(await read('en-us')).toEqual([
    ["'=1+1", '-1.5', '-1234.56', '05/01/1998', '03/02/2026 10:30'],
    ['a;"b"\nc', '3', '0.07', '', ''],
  ]);
});

test('a bib number is a number in a workbook unless that would change it, and a text in a CSV', async () => {
  const bibs = ['12', '0', '007', 'A-12', '1234567890123456', '-5'];
  const table = () =>
    made(
      ['label'],
      bibs.map((bib) => [bib]),
    );
  const [sheet] = await readXlsx(await bytesOf(table(), 'xlsx'));
  expect(sheet?.data.slice(1).flat()).toEqual([12, 0, '007', 'A-12', '1234567890123456', '-5']);
  const csv = (await bytesOf(table(), 'csv')).toString();
  expect(csv.split('\r\n').slice(1, -1)).toEqual(['12', '0', '007', 'A-12', '1234567890123456', "'-5"]);
});

test('files are named after the event, their kind and the day', () => {
  expect([
    fileNameOf('Wörther See-Lauf „2026“ / Straßenlauf', 'detailed', '2026-05-17'),
    fileNameOf('Őrségi félmaraton', 'lvs', null, '2026-05-17', null),
    fileNameOf('???', 'list', '2026-05-17'),
    fileNameOf('x'.repeat(200), 'list'),
  ]).toEqual([
    'woerther-see-lauf-2026-strassenlauf-detailed-2026-05-17',
    'orsegi-felmaraton-lvs-2026-05-17',
    'list-2026-05-17',
    `${'x'.repeat(60)}-list`,
  ]);
});

test('characters that a sheet cannot hold do not break it', async () => {
  const rows = [['a\u0000b\u000bc'], ['x\ud800y'], ['_x0041_'], ['z'.repeat(40_000)]];
  const [sheet] = await readXlsx(await bytesOf(made(['text'], rows), 'xlsx'), { trim: false });
  const [, control, half, , long] = sheet?.data ?? [];
  expect([control, half]).toEqual([['abc'], ['x\ufffdy']]);
  expect(String(long?.[0]).length).toBe(32_767);
});

test('days of before spreadsheets began to count stay texts', () => {
  expect([serialOf('1899-12-31'), serialOf('1900-03-01'), serialOf('2026-01-01'), serialOf('soon')]).toEqual([
    null,
    61,
    46_023,
    null,
  ]);
});

test('a moment is what the clock on the wall showed, on both sides of its change', () => {
  const at = (iso: string) => wallCell(instant(Date.parse(iso)), 'Europe/Vienna');
  expect([at('2026-03-29T00:59:59Z'), at('2026-03-29T01:00:00Z'), at('2026-10-25T01:00:00Z')]).toEqual([
    '2026-03-29T01:59',
    '2026-03-29T03:00',
    '2026-10-25T02:00',
  ]);
});

test('nothing is read that nobody takes', async () => {
  let read = 0;
  let isClosed = false;
  const endless: TableFile = {
    ...made(['number'], []),
    async *pieces() {
      try {
        for (;;) {
          read += 1000;
          yield Array.from({ length: 1000 }, (_, at) => [at]);
        }
      } finally {
        isClosed = true;
      }
    },
  };
  const reader = tableResponse(endless, 'csv', { error() {} }).body?.getReader();
  await reader?.read();
  await reader?.read();
  await reader?.cancel();
  expect(read).toBeLessThan(5000);
  expect(isClosed).toBe(true);
});
