export const builtIns = [
  'bib',
  'chip',
  'wave',
  'waveStart',
  'participantId',
  'lastName',
  'firstName',
  'name',
  'birthDate',
  'birthYear',
  'gender',
  'nation',
  'club',
  'competition',
  'competitionId',
  'team',
  'orderNumber',
  'articles',
] as const;
export type BuiltIn = (typeof builtIns)[number];
/** `field.12` is a question, `article.7` an article. */
export type ColumnKey = BuiltIn | `field.${number}` | `article.${number}`;
export const isColumnKey = (key: string): key is ColumnKey =>
  (builtIns as readonly string[]).includes(key) || /^(field|article)\.[1-9]\d{0,14}$/.test(key);

export const separators = ['semicolon', 'comma', 'tab'] as const;
export const textEncodings = ['utf8', 'windows1252'] as const;
export const dateForms = ['dmy', 'ymd', 'mdy'] as const;
export const genderForms = ['mwd', 'mfd', 'stored'] as const;

export type StartListLayout = {
  columns: { key: ColumnKey; head: string }[];
  hasHeads: boolean;
  separator: (typeof separators)[number];
  encoding: (typeof textEncodings)[number];
  dates: (typeof dateForms)[number];
  genders: (typeof genderForms)[number];
  withoutBib: boolean;
};

export const maxColumns = 60;
export const longestHead = 60;

/** Default for an event without a layout: accepted by most timing systems. */
export const usualLayout: StartListLayout = {
  columns: (
    ['bib', 'lastName', 'firstName', 'birthYear', 'gender', 'nation', 'club', 'competition', 'participantId'] as const
  ).map((key) => ({ key, head: '' })),
  hasHeads: true,
  separator: 'semicolon',
  encoding: 'utf8',
  dates: 'dmy',
  genders: 'mwd',
  withoutBib: true,
};

const marks = { semicolon: ';', comma: ',', tab: '\t' } as const;
/** Formula prefixes of spreadsheets, wide characters included. */
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One CSV line. Possible formulas are escaped with an apostrophe, as in all our files. */
export function lineOf(cells: readonly string[], separator: StartListLayout['separator']): string {
  const mark = marks[separator];
  const written = cells.map((text) => {
    const safe = isFormula.test(text) ? `'${text}` : text;
    return /["\r\n]/.test(safe) || safe.includes(mark) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(mark)}\r\n`;
}

export function dayText(day: string | null, dates: StartListLayout['dates']): string {
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  if (date === '') return '';
  return { dmy: `${date}.${month}.${year}`, ymd: `${year}-${month}-${date}`, mdy: `${month}/${date}/${year}` }[dates];
}

const letters = {
  mwd: { female: 'w', male: 'm', diverse: 'd' },
  mfd: { female: 'f', male: 'm', diverse: 'd' },
  stored: { female: 'female', male: 'male', diverse: 'diverse' },
} as const;
export const genderText = (gender: 'female' | 'male' | 'diverse' | null, form: StartListLayout['genders']): string =>
  gender === null ? '' : letters[form][gender];

let bytesOf: Map<string, number> | null = null;
/** Missing letters become their base letters, or a question mark. */
export function inWindows1252(text: string): Uint8Array {
  bytesOf ??= new Map(
    [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
      (letter, byte) => [letter, byte],
    ),
  );
  const known = bytesOf;
  const bytes: number[] = [];
  for (const letter of text.normalize('NFC')) {
    const byte = known.get(letter);
    if (byte !== undefined) bytes.push(byte);
    else {
      const plain = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' }[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
      for (const each of plain) bytes.push(known.get(each) ?? 0x3f);
    }
  }
  return Uint8Array.from(bytes);
}
