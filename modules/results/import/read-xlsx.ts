// Our own: fflate opens the file and sax reads it; the libraries that do both keep the only thread for all of it, and
// unpack whatever somebody packed.
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import sax from 'sax';
import { ourTurn } from '#src/platform/our-turn.ts';
import type { FileCell } from '../rules/columns.ts';

export class UnreadableFile extends Error {}

/** Of a file that was packed, unpacked. */
const mostUnpacked = 100 * 2 ** 20;
const mostColumns = 200;
const pieceLength = 256 * 1024;

/** `C12` → 2 */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

async function walk(xml: string, parser: sax.SAXParser): Promise<void> {
  parser.onerror = (error) => {
    throw new UnreadableFile(error.message);
  };
  parser.ondoctype = () => {
    throw new UnreadableFile('doctype');
  };
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
    await ourTurn();
  }
  parser.close();
}
const plainName = (name: string) => name.replace(/^.*:/, '');

async function sharedTexts(xml: string): Promise<string[]> {
  const texts: string[] = [];
  const parser = sax.parser(true, { trim: false });
  let isText = false;
  let isReading = false;
  parser.onopentag = ({ name }) => {
    if (plainName(name) === 'si') texts.push('');
    if (plainName(name) === 'rPh') isReading = true;
    isText = plainName(name) === 't' && !isReading;
  };
  parser.onclosetag = (name) => {
    if (plainName(name) === 'rPh') isReading = false;
    isText = false;
  };
  parser.ontext = (text) => {
    if (isText) texts[texts.length - 1] += text;
  };
  await walk(xml, parser);
  return texts;
}

async function rowsIn(xml: string, texts: readonly string[], mostRows: number): Promise<FileCell[][]> {
  const rows: FileCell[][] = [];
  const parser = sax.parser(true, { trim: false });
  let cell = { at: 0, type: '', text: '' };
  let isValue = false;
  parser.onopentag = ({ name, attributes }) => {
    const tag = plainName(name);
    if (tag === 'row') {
      if (rows.length > mostRows) throw new UnreadableFile('tooLong');
      rows.push([]);
    } else if (tag === 'c') {
      const reference = String(attributes.r ?? '');
      cell = {
        at: reference === '' ? (rows.at(-1)?.length ?? 0) : columnOf(reference),
        type: String(attributes.t ?? ''),
        text: '',
      };
    } else isValue = tag === 'v' || tag === 't';
  };
  parser.ontext = (text) => {
    if (isValue) cell.text += text;
  };
  parser.onclosetag = (name) => {
    isValue = false;
    const row = rows.at(-1);
    if (plainName(name) !== 'c' || !row || cell.at >= mostColumns || cell.text === '') return;
    while (row.length <= cell.at) row.push(null);
    row[cell.at] = cellOf(cell, texts);
  };
  await walk(xml, parser);
  return rows;
}

function cellOf({ type, text }: { type: string; text: string }, texts: readonly string[]): FileCell {
  if (type === 's') return texts[Number(text)] ?? null;
  if (type === 'inlineStr' || type === 'str' || type === 'd') return text;
  if (type === 'b' || type === 'e') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/**
 * The first sheet of a workbook (ECMA-376), texts and figures as they are kept: times are parts of a day.
 * @throws UnreadableFile
 */
export async function readXlsx(bytes: Uint8Array, mostRows: number): Promise<FileCell[][]> {
  let unpacked = 0;
  const isWanted = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!/^xl\/(sharedStrings\.xml|worksheets\/sheet\d+\.xml)$/i.test(name)) return false;
    unpacked += originalSize;
    if (unpacked > mostUnpacked) throw new UnreadableFile('tooLong');
    return true;
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, { filter: isWanted });
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged');
  }
  const sheets = Object.keys(files).filter((name) => /worksheets/i.test(name));
  const number = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1]);
  const [first] = sheets.sort((a, b) => number(a) - number(b));
  const sheet = first && files[first];
  if (!sheet) throw new UnreadableFile('damaged');
  const shared = Object.entries(files).find(([name]) => /sharedStrings/i.test(name))?.[1];
  return rowsIn(strFromU8(sheet), shared ? await sharedTexts(strFromU8(shared)) : [], mostRows);
}
