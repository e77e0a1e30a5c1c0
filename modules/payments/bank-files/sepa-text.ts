// Our own: the tags of German banks in a text; nobody else writes this down.

import { tidy } from './cells.ts';

/** The parts that a purpose is put together from where a bank puts everything into one text. */
type SepaParts = { text: string; endToEndId: string | null; iban: string | null; name: string | null };

const plusTags = /(?:^|[\s?]|(?<=\S))(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|BREF|RREF|PURP|IBAN|BIC)[+:]/g;
const slashTags = /\/(EREF|KREF|MREF|CRED|DEBT|REMI|NAME|IBAN|BIC|ORDP|BENM|PURP|TRCD|RTRN)\//g;

function tagged(text: string, pattern: RegExp): Map<string, string> {
  const found = new Map<string, string>();
  const marks = [...text.matchAll(pattern)];
  for (const [index, mark] of marks.entries()) {
    const from = mark.index + mark[0].length;
    const value = text.slice(from, marks[index + 1]?.index ?? text.length);
    const name = mark[1] ?? '';
    found.set(name, `${found.get(name) ?? ''}${value}`);
  }
  return found;
}

/** Takes `EREF+… SVWZ+…` or `/EREF/…/REMI/…` apart; a text without such marks is the purpose itself. */
export function sepaParts(text: string): SepaParts {
  const plus = tagged(text, plusTags);
  const tags = plus.size > 0 ? plus : tagged(text, slashTags);
  const value = (name: string) => tidy(tags.get(name) ?? '') || null;
  const purpose = value('SVWZ') ?? value('REMI');
  // Marks without a purpose among them: what stands before the first is it.
  const before = tags.size === 0 ? text : text.slice(0, firstMark(text));
  return { text: purpose ?? tidy(before), endToEndId: value('EREF'), iban: value('IBAN'), name: value('NAME') };
}

function firstMark(text: string): number {
  const places = [plusTags, slashTags].map((pattern) => [...text.matchAll(pattern)][0]?.index ?? text.length);
  return Math.min(...places);
}
