import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { folded } from '#src/kernel/fold.ts';

/** The first and the last code point of the letters that are ordered as others: Latin, and the marks above letters. */
const blocks = [
  [0xc0, 0x24f],
  [0x300, 0x36f],
  [0x1e00, 0x1eff],
] as const;
const marks: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '´': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  ' ': ' ',
};

/** Such as `Ä` with `a`, `ß` with `ss` and a lone diaeresis with nothing. */
const pairs = [
  ...blocks.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  ),
  ...Object.keys(marks),
]
  .map((letter) => [letter, marks[letter] ?? folded(letter)] as const)
  .filter(([, plain]) => /^[ -~]{0,2}$/.test(plain));

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const letters = quoted(pairs.map(([letter]) => letter).join(''));
/** Two characters a letter, the missing ones as a tab. */
const plains = quoted(pairs.map(([, plain]) => plain.padEnd(2, '\t')).join(''));
const ascii = quoted(Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join(''));

const plainOf = (letter: string) =>
  `iif(instr(${letters}, ${letter}), rtrim(substr(${plains}, 2 * instr(${letters}, ${letter}) - 1, 2), '\t'), ${letter})`;

/** `rest` begins with the first character that is not ASCII; each step moves it and the ASCII behind it to `done`. */
const steps = sql.raw(`name(done, rest) as (
  select substr(given, 1, length(given) - length(ltrim(given, ${ascii}))), ltrim(given, ${ascii})
  union all select
    done || ${plainOf('substr(rest, 1, 1)')} || substr(rest, 2, length(rest) - 1 - length(ltrim(substr(rest, 2), ${ascii}))),
    ltrim(substr(rest, 2), ${ascii})
  from name where rest <> ''
) select lower(done) from name where rest = ''`);

/** The letters of most names that are not ASCII, by plain replacements: three times as fast as the steps. */
const frequent = sql.raw(
  [...'äöüßéÄÖÜ'].reduce((text, letter) => `replace(${text}, '${letter}', '${folded(letter)}')`, 'text'),
);

/**
 * What a text is ordered by, so that Ä stands with A whatever its case. SQLite has no collation of a language, and a
 * libSQL server takes no functions of ours, so it is SQL alone. Texts of ASCII, which most are, skip all of it.
 */
export const nameKey = (text: SQLiteColumn | SQL): SQL<string | null> =>
  sql`case when ${text} not glob '*[^ -~]*' then lower(${text}) else (
    select case when given not glob '*[^ -~]*' then lower(given) else (with recursive ${steps}) end
    from (select ${frequent} given from (select ${text} text))) end`;

/** Names in the order of the language; equal ones by their spelling, so that the order is the same every time. */
export const byName = (...texts: (SQLiteColumn | SQL)[]): SQL[] => [
  ...texts.map(nameKey),
  ...texts.map((text) => sql`${text}`),
];
