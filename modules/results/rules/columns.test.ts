import { expect, test } from 'vitest';
import { birthYearIn } from './birth-year.ts';
import { linesOf } from './columns.ts';

type Cell = string | number | null;
function linesIn(...table: Cell[][]) {
  const read = linesOf(table, 2026);
  if (read.fault !== null) throw new Error(read.fault);
  return read.lines;
}

test('beside a first name, "Name" is the last one, unless it holds both', () => {
  const cases: [Cell[], Cell[], object][] = [
    [['Name', 'Vorname'], ['Huber', 'Anna'], { name: null, firstName: 'Anna', lastName: 'Huber' }],
    [['Name', 'Vorname'], ['Huber Anna', 'Anna'], { name: 'Huber Anna', firstName: null, lastName: null }],
    [['Name', 'Vorname'], ['Anna', 'Anna'], { name: null, firstName: 'Anna', lastName: 'Anna' }],
    [
      ['Name', 'Vorname', 'Nachname'],
      ['A. Huber', 'Anna', 'Huber'],
      { name: null, firstName: 'Anna', lastName: 'Huber' },
    ],
    [['Name, Vorname'], ['Huber, Anna'], { name: 'Huber, Anna', firstName: null, lastName: null }],
    [['Nachname', 'Vorname'], ['Huber', 'Anna'], { name: null, firstName: 'Anna', lastName: 'Huber' }],
  ];
  for (const [heads, cells, names] of cases)
    expect([heads, linesIn([...heads, 'Zeit'], [...cells, '40:00'])]).toMatchObject([heads, [names]]);
});

test('start numbers are read as they are kept; what stands for none is none', () => {
  const bibs: [Cell, string | null][] = [
    ['007', '7'],
    [' 101 ', '101'],
    ['101.0', '101'],
    ['A12', 'A12'],
    [101, '101'],
    ['-', null],
    ['--', null],
    ['0', '0'],
    ['', null],
    [null, null],
  ];
  for (const [cell, bib] of bibs)
    expect([cell, linesIn(['StNr', 'Zeit'], [cell, '40:00'])[0]?.bib]).toEqual([cell, bib]);
});

test('why there is no time may stand in the state, in the time or in the rank', () => {
  const heads = ['Rang', 'StNr', 'Zeit', 'Status'];
  const cases: [Cell[], object][] = [
    [['DNF', '1', '', ''], { status: 'dnf', timeMs: null, unreadable: [] }],
    [['DSQ', '1', '0:00:00', ''], { status: 'dsq', timeMs: null, unreadable: [] }],
    [['', '1', 'n.a.', ''], { status: 'dns', timeMs: null, unreadable: [] }],
    [['-', '1', '00:00:00,0', 'DNF'], { status: 'dnf', timeMs: null, unreadable: [] }],
    [['', '1', '--:--:--', 'nicht angetreten'], { status: 'dns', timeMs: null, unreadable: [] }],
    [['', '1', 0, 'DNS'], { status: 'dns', timeMs: null, unreadable: [] }],
    // A rank is a figure, and whoever has a time has finished.
    [['3', '1', '', ''], { status: null, timeMs: null, unreadable: [] }],
    [['DNF', '1', '40:00', ''], { status: null, timeMs: 2_400_000, unreadable: [] }],
    [['1', '1', '40:00', 'perhaps'], { unreadable: ['Status'] }],
  ];
  for (const [cells, line] of cases) expect([cells, linesIn(heads, cells)]).toMatchObject([cells, [line]]);
});

test('numbers of states are those of RACE RESULT; out of competition is no state of a result', () => {
  const states = ['0', '2', '3', '4', '5', 2, '1'].map((state) => linesIn(['StNr', 'Status'], ['1', state])[0]);
  expect(states.map((line) => line?.status)).toEqual(['finished', 'dsq', 'dnf', 'dns', 'dns', 'dsq', null]);
  expect(states.map((line) => line?.unreadable.join())).toEqual(['', '', '', '', '', '', 'Status']);
});

test('"Wertung" is a state where all of it is, and a class otherwise', () => {
  const classes = linesIn(['StNr', 'Zeit', 'Wertung'], ['1', '40:00', 'M40'], ['2', '41:00', 'DNF']);
  expect(classes.map(({ status, unreadable }) => [status, unreadable])).toEqual([
    [null, []],
    [null, []],
  ]);
  const states = linesIn(['StNr', 'Zeit', 'Wertung'], ['1', '40:00', ''], ['2', '', 'DNF']);
  expect(states.map(({ status }) => status)).toEqual([null, 'dnf']);
});

test('a title of several cells above the table is none of its lines', () => {
  const [line, ...more] = linesIn(['Stadtlauf', '', '12.04.2026'], [], ['StNr', 'Zeit'], ['1', '40:00']);
  expect([line, more]).toMatchObject([{ at: 4, bib: '1', timeMs: 2_400_000 }, []]);
});

test('a split that somebody has not is none, and the others keep theirs', () => {
  const lines = linesIn(
    ['StNr', '5 km', 'Zeit'],
    ['1', '20:00', '40:00'],
    ['2', '0:00:00', ''],
    ['3', '--:--', '41:00'],
  );
  expect(lines.map(({ splits }) => splits)).toEqual([[{ name: '5 km', timeMs: 1_200_000 }], [], []]);
});

test('a year of birth is read however it is written; of two figures it is none after the race', () => {
  const years: [Cell, number | null][] = [
    ['1985', 1985],
    [1985, 1985],
    ['31.1.1985', 1985],
    ['1985-01-31', 1985],
    [31_078, 1985],
    ['85', 1985],
    [85, 1985],
    ["'85", 1985],
    ['31.01.85', 1985],
    ['26', 2026],
    ['27', 1927],
    ['00', 2000],
    ['8', null],
    ['soon', null],
    ['', null],
  ];
  for (const [cell, year] of years) expect([cell, birthYearIn(cell, 2026)]).toEqual([cell, year]);
});
