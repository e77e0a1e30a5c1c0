import { expect, test } from 'vitest';
import { linesOf } from './columns.ts';
import { knownKey, plan, type Starter } from './matching.ts';
import { applied, type ResultContent } from './result.ts';

const starter = (id: number, change: Partial<Starter> = {}): Starter => ({
  id,
  competitionId: 1,
  bib: null,
  firstName: 'Anna',
  lastName: `Huber${id}`,
  birthYear: 1990,
  ...change,
});
const all = [
  { id: 1, title: '10 km' },
  { id: 2, title: 'Halbmarathon' },
];

function planned(
  table: (string | number | null)[][],
  starters: Starter[],
  options: { chosen?: number | null; takesGuests?: boolean; known?: Map<string, ResultContent> } = {},
) {
  const read = linesOf(table, 2026);
  if (read.fault !== null) throw new Error(read.fault);
  const { chosen = null, takesGuests = false, known = new Map() } = options;
  return plan(read.lines, starters, known, { competitions: { chosen, all }, takesGuests });
}
const brief = (lines: ReturnType<typeof planned>) =>
  lines.map(({ outcome, starter }) => [outcome, starter?.id ?? null]);

test('a line is of whom its number says, else its bib, else its name with year and competition', () => {
  const people = [starter(7, { bib: '101' }), starter(8, { firstName: 'Zoë', lastName: 'Wałęsa' })];
  expect(
    brief(
      planned(
        [
          ['Teilnehmer-ID', 'StNr', 'Zeit'],
          ['8', '101', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['new', 8]]);
  expect(
    brief(
      planned(
        [
          ['StNr', 'Zeit'],
          ['101', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['new', 7]]);
  expect(
    brief(
      planned(
        [
          ['StNr', 'Zeit'],
          [101, 0.03],
        ],
        people,
      ),
    ),
  ).toEqual([['new', 7]]);
  expect(
    brief(
      planned(
        [
          ['Name', 'Jahrgang', 'Zeit'],
          ['walesa zoe', '1990', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['new', 8]]);
  expect(
    brief(
      planned(
        [
          ['Name', 'Jahrgang', 'Zeit'],
          ['Zoë Wałęsa', '1991', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['unknown', null]]);
});

test('more than one that fits is nobody, and so is the bib of one with the name of another', () => {
  const twins = [starter(7, { lastName: 'Huber' }), starter(8, { lastName: 'Huber' })];
  expect(
    brief(
      planned(
        [
          ['Name', 'Jg', 'Zeit'],
          ['Anna Huber', '1990', '40:00'],
        ],
        twins,
      ),
    ),
  ).toEqual([['ambiguous', null]]);
  const people = [starter(7, { bib: '101' }), starter(8)];
  expect(
    brief(
      planned(
        [
          ['StNr', 'Name', 'Jg', 'Zeit'],
          ['101', 'Anna Huber8', '1990', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['ambiguous', null]]);
  // A misspelled name beside the right bib is no other person.
  expect(
    brief(
      planned(
        [
          ['StNr', 'Name', 'Zeit'],
          ['101', 'Ana Hubr', '40:00'],
        ],
        people,
      ),
    ),
  ).toEqual([['new', 7]]);
});

test('the competition tells namesakes apart, and who starts elsewhere is said', () => {
  const people = [starter(7, { lastName: 'Huber' }), starter(8, { lastName: 'Huber', competitionId: 2 })];
  const table = [
    ['Name', 'Jg', 'Bewerb', 'Zeit'],
    ['Anna Huber', '1990', 'halbmarathon', '1:40:00'],
  ];
  expect(brief(planned(table, people))).toEqual([['new', 8]]);
  expect(
    brief(
      planned(
        [
          ['StNr', 'Zeit'],
          ['5', '40:00'],
        ],
        [starter(9, { bib: '5', competitionId: 2 })],
        { chosen: 1 },
      ),
    ),
  ).toEqual([['elsewhere', 9]]);
});

test('two lines of one person count both not; a line without time and state says nothing', () => {
  const people = [starter(7, { bib: '101' }), starter(8, { bib: '102' })];
  const table = [
    ['StNr', 'Zeit', 'Status'],
    ['101', '40:00', ''],
    ['101', '41:00', ''],
    ['102', '', ''],
  ];
  expect(brief(planned(table, people))).toEqual([
    ['repeated', 7],
    ['repeated', 7],
    ['nothing', 8],
  ]);
});

test('who is not registered stands there where somebody said so, and needs a competition', () => {
  const table = [
    ['StNr', 'Name', 'Jg', 'Zeit'],
    ['900', 'Gast Gustav', '1980', '50:00'],
  ];
  expect(brief(planned(table, []))).toEqual([['unknown', null]]);
  expect(brief(planned(table, [], { takesGuests: true }))).toEqual([['unknown', null]]);
  const [line] = planned(table, [], { takesGuests: true, chosen: 1 });
  expect(line).toMatchObject({
    outcome: 'new',
    isGuest: true,
    row: { name: 'Gast Gustav', birthYear: 1980, bib: '900' },
  });
});

test('a number with zeros before it is the same number, and a dash is none', () => {
  const people = [starter(7, { bib: '7' }), starter(8)];
  const table = [
    ['StNr', 'Name', 'Zeit'],
    ['007', '', '40:00'],
    ['-', 'Anna Huber8', '41:00'],
  ];
  expect(brief(planned(table, people))).toEqual([
    ['new', 7],
    ['new', 8],
  ]);
  const nought = [
    ['StNr', 'Name', 'Zeit'],
    ['0', 'Anna Huber8', '41:00'],
  ];
  expect(brief(planned(nought, people))).toEqual([['new', 8]]);
  expect(brief(planned(nought, [starter(6, { bib: '0' })]))).toEqual([['new', 6]]);
  const guests = planned(
    [
      ['StNr', 'Name', 'Vorname', 'Zeit'],
      ['-', 'Gast', 'Gerda', '40:00'],
      ['-', 'Gast', 'Gustav', '41:00'],
    ],
    [],
    { takesGuests: true, chosen: 1 },
  );
  expect(guests.map(({ outcome, row }) => [outcome, row?.name])).toEqual([
    ['new', 'Gerda Gast'],
    ['new', 'Gustav Gast'],
  ]);
});

test('a second file says what it changes', () => {
  const people = [starter(7, { bib: '101' })];
  const [first] = planned(
    [
      ['StNr', 'Zeit'],
      ['101', '40:00'],
    ],
    people,
  );
  const content = first?.row && applied(null, first.row);
  const known = new Map(first?.row && content ? [[knownKey(first.row), content]] : []);
  const again = (time: string) =>
    brief(
      planned(
        [
          ['StNr', 'Zeit'],
          ['101', time],
        ],
        people,
        { known },
      ),
    );
  expect([again('40:00'), again('39:59'), again('')]).toEqual([[['same', 7]], [['changed', 7]], [['same', 7]]]);
});

test('what nobody can read is said with its column; DNF may stand where a time would', () => {
  const people = [starter(7, { bib: '101' }), starter(8, { bib: '102' })];
  const table = [
    ['StNr', 'Endzeit'],
    ['101', 'about forty'],
    ['102', 'DNF'],
  ];
  const lines = planned(table, people);
  expect(brief(lines)).toEqual([
    ['unreadable', null],
    ['new', 8],
  ]);
  expect([lines[0]?.line.unreadable, lines[1]?.row?.status]).toEqual([['Endzeit'], 'dnf']);
});

test('columns with times that nobody named are splits; ranks, gaps and addresses are none', () => {
  const read = linesOf(
    [
      ['Rang', 'StNr', '5 km', 'Rückstand', 'km/h', 'Zeit', 'E-Mail'],
      ['1', '101', '20:01', '0:00', '15,1', '40:00', 'a@b.at'],
      ['2', '102', '-', '1:00', '14,9', '41:00', ''],
    ],
    2026,
  );
  expect(read).toMatchObject({ fault: null, splits: ['5 km'] });
  expect(read.fault === null && read.lines.map(({ splits }) => splits)).toEqual([
    [{ name: '5 km', timeMs: 1_201_000 }],
    [],
  ]);
});

test('a file that tells nobody, or nothing, is refused as what it is', () => {
  expect([linesOf([], 2026), linesOf([['StNr', 'Zeit']], 2026)]).toEqual([{ fault: 'empty' }, { fault: 'empty' }]);
  expect(
    linesOf(
      [
        ['Rang', 'Zeit'],
        ['1', '40:00'],
      ],
      2026,
    ),
  ).toEqual({ fault: 'noWho' });
  expect(
    linesOf(
      [
        ['StNr', 'Name'],
        ['1', 'Anna'],
      ],
      2026,
    ),
  ).toEqual({ fault: 'noTime' });
});
