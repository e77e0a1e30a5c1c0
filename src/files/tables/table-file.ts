import { createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { create as contentDisposition } from 'content-disposition';
import { Zip, ZipPassThrough } from 'fflate';
import { csvFigure, csvLine, csvLineEnd, csvMark, csvText, csvType } from '#src/kernel/csv.ts';
import { spelledOut } from '#src/kernel/fold.ts';
import { describeError } from '#src/runtime/describe-error.ts';
import type { Log } from '#src/runtime/log.ts';
import type { Locale } from '#src/ui/format.ts';
import { type Cell, type CellKind, cellText, type FileColumn, inEuros, serialOf } from './cells.ts';

// The sheet is our own, because no maintained library streams one; fflate writes the archive, the runtime compresses.

/** Office Open XML (ECMA-376), as far as a table needs it. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Limits of a sheet's rows and a cell's characters. */
const maxRows = 1_048_576;
const longestText = 32_767;

/** Indexes in `cellXfs` of the styles below. */
const styles = { text: 0, number: 0, head: 1, money: 2, date: 3, moment: 4, asTyped: 5 } as const;
const widths: Record<CellKind, number> = { text: 22, label: 12, number: 12, money: 13, date: 12, moment: 17 };

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetMedia = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats 4, 14 and 22 are localized by every program. */
const stylesXml = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML cannot hold
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Escapes of characters that XML cannot hold. */
const escapedLook = /_(?=x[\da-fA-F]{4}_)/g;

const isPlain = /^[\w ,.:;@+\-/()äöüÄÖÜß]*$/;

/** Escapes text for XML. */
function written(text: string): string {
  if (text.length <= longestText && isPlain.test(text) && !text.includes('_x')) return text;
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replace(impossible, '')
    .replace(escapedLook, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => marks[mark] ?? mark);
}

/** Texts are no formulas here; the apostrophe protects them when the cell is edited. */
const looksLikeFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Numbers that spreadsheets show unchanged; `007` stays a text. */
const isWholeNumber = /^(0|[1-9]\d{0,14})$/;

/** `A`, `B`, … `Z`, `AA`: programs and libraries need cell addresses. */
function letters(at: number): string {
  const rest = String.fromCharCode(65 + (at % 26));
  return at < 26 ? rest : letters(Math.floor(at / 26) - 1) + rest;
}

const textCell = (address: string, text: string, style: number): string =>
  `<c r="${address}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${written(text)}</t></is></c>`;

function cellXml(address: string, cell: Cell, kind: CellKind): string {
  if (cell === null || cell === '') return '';
  if (kind === 'money') return `<c r="${address}" s="${styles.money}"><v>${inEuros(Number(cell))}</v></c>`;
  if (kind === 'number') return `<c r="${address}"><v>${Number(cell)}</v></c>`;
  const text = String(cell);
  if (kind === 'label') {
    if (isWholeNumber.test(text)) return `<c r="${address}"><v>${text}</v></c>`;
  } else if (kind !== 'text') {
    const serial = serialOf(text);
    if (serial !== null) return `<c r="${address}" s="${styles[kind]}"><v>${serial}</v></c>`;
  }
  return textCell(address, text, looksLikeFormula.test(text) ? styles.asTyped : styles.text);
}

const encoder = new TextEncoder();

/** An archive entry compressed by the runtime, with backpressure. */
class Packed extends ZipPassThrough {
  readonly #raw: DeflateRaw = createDeflateRaw({ level: 4 });
  constructor(name: string) {
    super(name);
    this.compression = 8;
    this.#raw.on('data', (piece: Uint8Array<ArrayBuffer>) => this.ondata(null, piece, false));
    this.#raw.on('end', () => this.ondata(null, new Uint8Array(0), true));
  }
  /** The library's `push` counts size and checksum only. */
  protected override process(): void {}
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    this.push(bytes);
    await new Promise<void>((resume, fail) => this.#raw.write(bytes, (error) => (error ? fail(error) : resume())));
  }
  async end(): Promise<void> {
    const ended = new Promise<void>((resume, fail) => this.#raw.once('end', resume).once('error', fail));
    this.push(new Uint8Array(0), true);
    this.#raw.end();
    await ended;
  }
}

export type Sheet = {
  /** The sheet's name. */
  title: string;
  columns: readonly { title: string; kind: CellKind }[];
  /** Batches of rows. */
  pieces: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** Streams the table as a workbook. Rows beyond a sheet's limit continue in the next. */
export async function* xlsxBytes({ title, columns, pieces }: Sheet): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) ready.push(piece);
  });
  const taken = (): Uint8Array[] => {
    const some = ready;
    ready = [];
    return some;
  };
  const begun = async (name: string, text: string) => {
    const file = new Packed(name);
    zip.add(file);
    await file.write(declaration + text);
    return file;
  };
  const whole = async (name: string, text: string) => (await begun(name, text)).end();
  const cols = columns.map(
    ({ title, kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(widths[kind], Math.min(40, title.length + 2))}" customWidth="1"/>`,
  );
  const names = columns.map((_, at) => letters(at));
  const headCells = columns.map(({ title }, at) => textCell(`${names[at]}1`, title, styles.head));
  const head = `<row r="1">${headCells.join('')}</row>`;
  const sheetBegin = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${head}`;
  const nextSheet = (number: number) => begun(`xl/worksheets/sheet${number}.xml`, sheetBegin);
  let sheets = 1;
  let rowsInSheet = 1;
  let sheet = await nextSheet(sheets);
  for await (const rows of pieces) {
    let from = 0;
    while (from < rows.length) {
      if (rowsInSheet === maxRows) {
        await sheet.write('</sheetData></worksheet>');
        await sheet.end();
        sheets += 1;
        rowsInSheet = 1;
        sheet = await nextSheet(sheets);
      }
      const some = rows.slice(from, from + maxRows - rowsInSheet);
      from += some.length;
      let text = '';
      for (const row of some) {
        rowsInSheet += 1;
        text += `<row r="${rowsInSheet}">`;
        for (let at = 0; at < columns.length; at += 1)
          text += cellXml(`${names[at]}${rowsInSheet}`, row[at] ?? null, columns[at]?.kind ?? 'text');
        text += '</row>';
      }
      await sheet.write(text);
    }
    yield* taken();
  }
  await sheet.write('</sheetData></worksheet>');
  await sheet.end();
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  // Sheet names have at most 31 characters, some not allowed.
  const tab = title.replace(/[\\/*?:[\]]/g, ' ').slice(0, 26);
  const tabs = numbers.map(
    (n) => `<sheet name="${written(n === 1 ? tab : `${tab} ${n}`)}" sheetId="${n}" r:id="rId${n}"/>`,
  );
  await whole('xl/styles.xml', stylesXml.slice(declaration.length));
  await whole(
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${tabs.join('')}</sheets></workbook>`,
  );
  const related = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  await whole(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${packaged}/relationships">${numbers.map((n) => related(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${related(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
  );
  await whole(
    '_rels/.rels',
    `<Relationships xmlns="${packaged}/relationships">${related(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  );
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${sheetMedia}.${type}+xml"/>`;
  await whole(
    '[Content_Types].xml',
    `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${numbers.map((n) => part(`worksheets/sheet${n}`, 'worksheet')).join('')}</Types>`,
  );
  zip.end();
  yield* taken();
}

export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A table as a file; reads nothing before `pieces` is consumed. */
export type TableFile = {
  /** The file name without extension. */
  name: string;
  /** The sheet's name; by default the file's. */
  sheet?: string;
  locale: Locale;
  columns: readonly { title: string; kind: CellKind }[];
  pieces(): AsyncIterable<readonly (readonly Cell[])[]>;
};

/** A table of records, read in batches. */
export function tableFile<Row>(
  { columns, ...named }: Pick<TableFile, 'name' | 'sheet' | 'locale'> & { columns: readonly FileColumn<Row>[] },
  read: () => AsyncIterable<readonly Row[]>,
): TableFile {
  return {
    ...named,
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    async *pieces() {
      for await (const rows of read()) yield rows.map((row) => columns.map(({ of }) => of(row)));
    },
  };
}

/** The same for records in memory. */
export const tableFileOf = <Row>(about: Parameters<typeof tableFile<Row>>[0], rows: readonly Row[]): TableFile =>
  tableFile<Row>(about, async function* () {
    yield rows;
  });

async function* csvBytes({ columns, locale, pieces }: TableFile): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // One function per column, because large files have millions of cells.
  const written = columns.map(({ kind }) =>
    kind === 'text' || kind === 'label' ? csvText : (cell: Cell) => csvFigure(cellText(cell, kind, locale)),
  );
  yield encoder.encode(csvMark + csvLine(columns.map(({ title }) => title)));
  for await (const rows of pieces()) {
    let lines = '';
    for (const row of rows) {
      for (let at = 0; at < written.length; at += 1) {
        const cell = row[at] ?? null;
        if (at > 0) lines += ';';
        if (cell !== null && cell !== '') lines += written[at]?.(cell) ?? '';
      }
      lines += csvLineEnd;
    }
    yield encoder.encode(lines);
  }
}

/** Streams the file; each batch is written before the next is read. Yields between batches. */
export async function* tableBytes(table: TableFile, format: TableFormat): AsyncGenerator<Uint8Array> {
  const gentle: TableFile = {
    ...table,
    async *pieces() {
      for await (const rows of table.pieces()) {
        yield rows;
        await new Promise<void>((resume) => setImmediate(resume));
      }
    },
  };
  yield* format === 'csv'
    ? csvBytes(gentle)
    : xlsxBytes({ ...gentle, title: table.sheet ?? table.name, pieces: gentle.pieces() });
}

const longestSubject = 60;
/** `donaulauf-2026-detailed-2026-05-17`: the event's title, the kind of the file, and its day or days. */
export const fileNameOf = (title: string, ...parts: readonly (string | null)[]): string =>
  [spelledOut(title).slice(0, longestSubject), ...parts]
    .map((part) => (part ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, ''))
    .filter((part) => part !== '')
    .join('-');

/** Download headers. */
export const fileHeaders = (name: string, format: TableFormat): Record<string, string> => ({
  'content-type': format === 'csv' ? csvType : xlsxType,
  'content-disposition': contentDisposition(`${name}.${format}`),
  'cache-control': 'private, no-store',
});

/** Streams the table as a response. */
export const tableResponse = (table: TableFile, format: TableFormat, log: Pick<Log, 'error'>): Response =>
  fileResponse({ name: table.name, bytes: tableBytes(table, format), headers: fileHeaders(table.name, format) }, log);

/** Streams any file as a response. */
export function fileResponse(
  { name, bytes, headers }: { name: string; bytes: AsyncGenerator<Uint8Array>; headers: Record<string, string> },
  log: Pick<Log, 'error'>,
): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let next: IteratorResult<Uint8Array>;
        try {
          next = await bytes.next();
        } catch (error) {
          log.error('a file broke off while it was written', { file: name, ...describeError(error) });
          // Aborts the connection, so that the file does not look complete. Bun would print a passed error with all its
          // properties.
          return controller.error();
        }
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      // The client left: stop reading.
      async cancel() {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}
