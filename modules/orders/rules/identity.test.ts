import { describe, expect, test } from 'vitest';
import { foldedName, isAnotherPerson, personIdentity } from './identity.ts';

const who = (firstName: string, lastName = 'Groß', birthDate: string | null = '1990-05-05') => ({
  firstName,
  lastName,
  birthDate,
});

describe('a name is the same', () => {
  const same: Record<string, string[]> = {
    'with any apostrophe': [
      "O'Neill",
      'O’Neill',
      'O‘Neill',
      'O`Neill',
      'O´Neill',
      'Oʼneill',
      'O′NEILL',
      'O＇Neill',
      "O' Neill",
    ],
    'with any hyphen or blank': [
      'Anna-Maria',
      'Anna‐Maria',
      'Anna‑Maria',
      'Anna–Maria',
      'Anna — Maria',
      'Anna−Maria',
      'Anna Maria',
      'Anna\u00a0Maria',
      'Anna\u2009Maria',
      ' anna  maria ',
    ],
    'in any case, of any alphabet': ['Groß', 'GROSS', 'GROẞ', 'gross', 'Gross'],
    'with the sigma of any place': ['Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσεύσ'],
    'composed or not': ['Zoë', 'Zoe\u0308', 'ZOË'],
    'with ligatures and wide letters': ['Steffi', 'Steﬃ', 'Ｓｔｅｆｆｉ'],
    'with characters that nobody sees': ['Annamaria', 'Anna\u00admaria', 'Anna\u200bmaria', '\ufeffAnnamaria'],
    'with a dotted capital i': ['İpek', 'i\u0307pek'],
  };
  test.each(Object.entries(same))('%s', (_, names) => {
    expect(new Set(names.map(foldedName)).size).toBe(1);
    expect(new Set(names.map((name) => personIdentity(who(name)))).size).toBe(1);
    for (const name of names) expect(isAnotherPerson(who(names[0] ?? ''), who(name, 'Neu'))).toBe(false);
  });
});

test('different letters are different names', () => {
  const names = ['Ana', 'Anna', 'Änna', 'Annä', 'Işık', 'Isik', "D'Angelo", 'Dangelo', 'Müller', 'Mueller', ''];
  expect(new Set(names.map(foldedName)).size).toBe(names.length);
});

test('folding a folded name changes nothing', () => {
  for (let code = 0x20; code < 0x3000; code += 1) {
    const once = foldedName(`a${String.fromCodePoint(code)}b`);
    expect([code, foldedName(once)]).toEqual([code, once]);
  }
});
