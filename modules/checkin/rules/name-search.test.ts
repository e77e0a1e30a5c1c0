import { expect, test } from 'vitest';
import { findByName } from './name-search.ts';

const named = (participantId: number, firstName: string, lastName: string, bib: string | null = null) => ({
  participantId,
  firstName,
  lastName,
  teamName: null,
  bib,
});
const people = [
  named(901, 'Anna', 'Müller', '7'),
  named(902, 'Bea', 'Mueller', '71'),
  named(903, 'Sean', 'O’Connor', 'A-12'),
  named(904, 'Cleo', 'Lang-Hübner'),
  named(905, 'Zoë', 'Wałęsa'),
  named(906, 'Ines', 'Groß'),
];
const found = (search: string) => findByName(people, search).map(({ participantId }) => participantId);

test('finds names in different spellings', () => {
  const cases: [string, number[]][] = [
    ['müller', [901, 902]],
    ['mueller', [901, 902]],
    ['muller', [901]],
    ['MÜLL anna', [901]],
    ['oconn', [903]],
    ["o'connor", [903]],
    ['O’Connor', [903]],
    ['Lang Hübner', [904]],
    ['lang-huebner', [904]],
    ['hubner lang', [904]],
    ['walesa', [905]],
    ['gross', [906]],
    ['groß', [906]],
    ['', []],
    ['-', []],
    ['nobody', []],
  ];
  for (const [search, ids] of cases) expect([search, found(search)]).toEqual([search, ids]);
});

test('an exact start number comes first, also with leading zeros', () => {
  expect(found('7')).toEqual([901]);
  expect(found('007')).toEqual([901]);
  expect(found('a-12')).toEqual([903]);
  expect(found('90')).toEqual([901, 902, 903, 904, 905, 906]);
});
