import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { workbookOf } from '#tests/support/workbook.ts';
import { importFile, openRace } from '../testing.ts';

const table = [
  ['Startnummer', 'Name', 'Zeit'],
  ['1', 'Huber\nAnna', '40:00'],
  ['2', 'Maier Eva', '41:00'],
];
const csv = (mark = ';') => table.map((row) => row.map((cell) => `"${cell}"`).join(mark)).join('\r\n');

test.each<[string, string | Uint8Array<ArrayBuffer>, number]>([
  ['a CSV', csv(), 2],
  ['a CSV with a title above', `Ergebnisse, Stadtlauf\r\n\r\n${csv()}`, 4],
  ['a CSV that tells its separator', `sep=,\r\n${csv(',')}`, 3],
  ['a workbook', workbookOf(table), 2],
  ['a workbook with the table on its second sheet', workbookOf([['Stadtlauf'], ['12.4.2026']], table), 2],
  ['a workbook with an empty sheet before it', workbookOf([], table), 2],
  [
    'a workbook with a cover that looks like a table',
    workbookOf(
      [
        ['Ort', 'Datum'],
        ['Linz', '12.4.2026'],
      ],
      table,
    ),
    2,
  ],
])('%s is read, each line under the number that it has there', async (_, file, first) => {
  const { organizer, eventId, runId } = await openRace(await testShop());
  const { status, rows } = await importFile(
    organizer,
    eventId,
    file,
    `?dryRun=true&guests=true&competitionId=${runId}`,
  );
  expect(status).toBe(200);
  expect(rows.map(({ outcome, name, timeMs }) => [outcome, name, timeMs])).toEqual([
    ['new', 'Huber Anna', 2_400_000],
    ['new', 'Maier Eva', 2_460_000],
  ]);
  expect(rows[0]?.line).toBe(first);
});

test('a workbook without any table says what its first sheet lacks', async () => {
  const { organizer, eventId } = await openRace(await testShop());
  const file = workbookOf(
    [
      ['Startnummer', 'Verein'],
      ['1', 'LC'],
    ],
    [
      ['Ort', 'Datum'],
      ['Linz', '12.4.'],
    ],
  );
  expect(await importFile(organizer, eventId, file)).toMatchObject({ status: 400, details: { fault: 'noTime' } });
});
