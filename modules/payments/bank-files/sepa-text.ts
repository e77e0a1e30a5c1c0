// Our own: the tags of banks in a text; nobody else writes this down.

import { tidy } from './cells.ts';

type SepaParts = { text: string; endToEndId: string | null; iban: string | null; name: string | null };

const plusTags = /(?:^|[\s?]|(?<=\S))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)[+:]/g;
const slashTags = /\/(EREF|KREF|MREF|CRED|DEBT|REMI|NAME|IBAN|BIC|ORDP|BENM|PURP|TRCD|RTRN)\//g;

/** Splits a text at marks, whose first group is the name, into the text before them and a value per mark. */
export function markedParts(text: string, pattern: RegExp): { before: string; parts: [name: string, value: string][] } {
  const marks = [...text.matchAll(pattern)];
  return {
    before: text.slice(0, marks[0]?.index),
    parts: marks.map((mark, index) => [
      mark[1] ?? '',
      text.slice(mark.index + mark[0].length, marks[index + 1]?.index),
    ]),
  };
}

/** Splits `EREF+… SVWZ+…` or `/EREF/…/REMI/…`; a text without tags is the purpose. */
export function sepaParts(text: string): SepaParts {
  const [plus, slash] = [markedParts(text, plusTags), markedParts(text, slashTags)];
  const { parts } = plus.parts.length > 0 ? plus : slash;
  // A repeated tag continues its value.
  const value = (name: string) => tidy(parts.map(([tag, part]) => (tag === name ? part : '')).join('')) || null;
  const purpose = value('SVWZ') ?? value('REMI');
  // Without a purpose tag, the text before the first tag is the purpose.
  const before = plus.before.length < slash.before.length ? plus.before : slash.before;
  return { text: purpose ?? tidy(before), endToEndId: value('EREF'), iban: value('IBAN'), name: value('NAME') };
}
