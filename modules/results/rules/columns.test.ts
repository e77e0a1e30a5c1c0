import { expect, test } from 'vitest';
import { birthYearIn, linesOf } from './columns.ts';

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

/** The heads of SportSoftware OE in both languages, and people as it writes them: the time of day, the time, the state. */
const orienteering: Record<'German' | 'English', Cell[]> = {
  German:
    'Stnr;Chipnr;Nachname;Vorname;Jg;G;AK;Start;Ziel;Zeit;Wertung;Gutschrift -;Zuschlag +;Abk;Ort;Kurz;Startgeld;Pl'.split(
      ';',
    ),
  English:
    'Stno;Chip;Surname;First name;YB;S;nc;Start;Finish;Time;Classifier;Credit -;Penalty +;Cl.name;City;Short;Start fee;Place'.split(
      ';',
    ),
};
const orienteer = (bib: string, finish: string, time: string, state: string): Cell[] => [
  ...[bib, '8123456', 'Huber', 'Anna', '1985', 'W', '0', '10:00:00', finish, time, state, '', '00:00', 'LC', 'Linz'],
  ...['D21', '12.50', bib],
];

/** Columns in another sequence, alike in every row. */
const shuffled = (table: Cell[][], by: number): Cell[][] =>
  table.map((row) => [...row.slice(by), ...row.slice(0, by)].map((_, at, all) => all[(at * 5) % all.length] ?? null));

test.each(['German', 'English'] as const)(
  'of orienteering in %s the time counts and not the time of day, and states are as numbered there',
  (language) => {
    const table = [
      orienteering[language],
      orienteer('1', '10:39:12', '39:12', '0'),
      orienteer('2', '', '', '1'),
      orienteer('3', '10:20:00', '', '2'),
      orienteer('4', '10:41:00', '41:00', '3'),
      orienteer('5', '10:42:00', '42:00', '4'),
      orienteer('6', '13:00:00', '3:00:00', '5'),
      orienteer('7', '10:43:00', '43:00', '7'),
      orienteer('8', '10:44:00', '44:00', ''),
      orienteer('9', '10:45:00', '45:00', 'mp'),
    ];
    for (const by of [0, 1, 7, 11]) {
      const lines = linesIn(...shuffled(table, by));
      expect(lines.map(({ bib, timeMs, status, unreadable }) => [bib, timeMs, status, unreadable.join()])).toEqual([
        ['1', 2_352_000, 'finished', ''],
        ['2', null, 'dns', ''],
        ['3', null, 'dnf', ''],
        ['4', null, 'dsq', ''],
        ['5', null, 'dsq', ''],
        ['6', null, 'dnf', ''],
        ['7', 2_580_000, null, language === 'German' ? 'Wertung' : 'Classifier'],
        ['8', 2_640_000, null, ''],
        ['9', null, 'dsq', ''],
      ]);
      expect(lines[0]).toMatchObject({ lastName: 'Huber', firstName: 'Anna', birthYear: 1985, gender: 'female' });
      expect(
        lines.flatMap(({ splits }) => splits),
        'neither the start nor the fee is a split',
      ).toEqual([]);
    }
  },
);

test('numbers of states beside no start and finish are nobody’s', () => {
  const lines = linesIn(['StNr', 'Zeit', 'Wertung'], ['1', '40:00', '0'], ['2', '41:00', '2'], ['3', '', 'DNF']);
  expect(lines.map(({ status, unreadable }) => [status, unreadable.join()])).toEqual([
    [null, 'Wertung'],
    [null, 'Wertung'],
    ['dnf', ''],
  ]);
});

test('a finish is the result where nothing else is, and never the time of day', () => {
  const timeOf = (...table: Cell[][]) => linesIn(...table).map(({ timeMs }) => timeMs);
  expect(timeOf(['Bib', 'Finish'], ['1', '39:12'])).toEqual([2_352_000]);
  expect(timeOf(['StNr', 'Zielzeit'], ['1', '39:12'])).toEqual([2_352_000]);
  expect(timeOf(['Bib', 'Start', 'Finish'], ['1', '0:00:00', '39:12'])).toEqual([2_352_000]);
  expect(timeOf(['Bib', 'Start Time', 'Finish'], ['1', '09:00:00', '39:12'])).toEqual([2_352_000]);
  expect(timeOf(['Bib', 'Finish', 'Gun Time'], ['1', '10:39:12', '39:14'])).toEqual([2_354_000]);
  for (const heads of [
    ['Bib', 'Start', 'Finish'],
    ['StNr', 'Start', 'Ziel'],
    ['Bib', 'Start Time', 'Finish Time'],
  ])
    expect(linesOf([heads, ['1', '10:00:00', '10:39:12'], ['2', '10:01:00', '']], 2026).fault).toBe('noTime');
});

test('lists of the United States: a state is one of the country, first and last are names', () => {
  const ultra = linesIn(
    ['Place', 'First', 'Last', 'City', 'State', 'Age', 'Division', 'DP', 'Time', 'Rank'],
    ['1', 'Anna', 'Huber', 'Boulder', 'CO', '34', 'F', '1', '4:05:06', '98.5'],
    ['2', 'Eva', 'Maier', 'Tulsa', 'OK', '41', 'F', '2', '4:15:06', '90.1'],
  );
  expect(ultra).toMatchObject([
    { firstName: 'Anna', lastName: 'Huber', timeMs: 14_706_000, status: null, unreadable: [], splits: [] },
    { firstName: 'Eva', lastName: 'Maier', timeMs: 15_306_000, status: null, unreadable: [], splits: [] },
  ]);
  const heads = ['Place', 'Bib', 'Name', 'State', 'Clock Time', 'Chip Time', 'Pace'];
  expect(linesIn(heads, ['1', '7', 'Anna Huber', 'OK', '40:10', '40:00', '4:00'])).toMatchObject([
    { bib: '7', status: null, timeMs: 2_400_000, unreadable: [], splits: [] },
  ]);
  const states = linesIn(['Bib', 'Time', 'State'], ['1', '40:00', 'Finished'], ['2', '', 'DNF']);
  expect(states.map(({ status }) => status)).toEqual(['finished', 'dnf']);
});

test('beside a start number, "Nr" is the number of the line', () => {
  expect(linesIn(['Nr', 'Startnummer', 'Zeit'], ['1', '77', '40:00'])).toMatchObject([{ bib: '77' }]);
  expect(linesIn(['Nr', 'Zeit'], ['1', '40:00'])).toMatchObject([{ bib: '1' }]);
});
