import { createHash } from 'node:crypto';
import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';
import { collectAll, collectYoung } from '#src/runtime/garbage.ts';
import { BankFileError, type BankFileReader, type BankLine } from './bank-line.ts';
import { CamtReader } from './camt.ts';
import { CsvReader } from './csv.ts';
import { decoderFor, encodingOf, type PieceDecoder } from './encoding.ts';
import { GeorgeJsonReader } from './george-json.ts';
import { Mt940Reader } from './mt940.ts';
import { type ColumnChoices, noChoices, type TableView } from './table-columns.ts';
import { WorkbookReader } from './workbook.ts';

/** Bytes read before yielding to the event loop. */
const pieceBytes = 128 * 1024;
const headBytes = 16 * 1024;
/** Reading produces garbage: collects the young generation after every megabyte, */
const piecesOfGarbage = 8;
/** and everything after this many pieces. A large upload is collected before the first piece. */
const maxInvalidPieces = 80;

export const breathe = (): Promise<void> => new Promise((resume) => setImmediate(resume));

export type BankFile = {
  readonly format: string;
  readonly chosen: TableView | null;
  lines(): AsyncGenerator<BankLine[]>;
};

/**
 * Detects the format by content (camt.052, .053, .054, MT940, George's JSON, CSV, workbook, or a ZIP of such files) and
 * returns a repeatable stream of lines. Credits must be in euros, and every line must belong to `ownIban`.
 * @throws BankFileError here or while lines are read; a failed file counts as unread
 */
export async function openBankFile(
  bytes: Uint8Array,
  ownIban: string | null,
  choices: ColumnChoices = noChoices,
): Promise<BankFile> {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b, 3, 4) || starts(0x50, 0x4b, 5, 6)) return openArchive(bytes, ownIban, choices);
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) throw new BankFileError('spreadsheet');
  const encoding = await encodingOf(bytes, breathe);
  const make = readerFor(headOf(bytes, encoding), ownIban, choices);
  let reader = make();
  return {
    get format() {
      return reader.format;
    },
    get chosen() {
      return reader.chosen ?? null;
    },
    async *lines() {
      reader = make();
      yield* checked(readAll(reader, bytes, decoderFor(encoding)), ownIban, () => reader.format);
    },
  };
}

/** The first lines. A cut or invalid character does not matter here. */
const headOf = (bytes: Uint8Array, encoding: string): string =>
  (encoding === 'cp850' ? decoderFor(encoding) : new TextDecoder(encoding)).decode(bytes.subarray(0, headBytes), {
    stream: true,
  });

async function openArchive(bytes: Uint8Array, ownIban: string | null, choices: ColumnChoices): Promise<BankFile> {
  const { kind, names } = lookInto(bytes);
  if (kind === 'otherTable') throw new BankFileError('spreadsheet');
  if (kind === 'workbook') {
    let reader = new WorkbookReader(choices, ownIban);
    return {
      get format() {
        return reader.format;
      },
      get chosen() {
        return reader.chosen;
      },
      async *lines() {
        reader = new WorkbookReader(choices, ownIban);
        yield* checked(reader.lines(bytes), ownIban, () => reader.format);
      },
    };
  }
  let format = 'zip';
  let chosen: TableView | null = null;
  return {
    get format() {
      return format;
    },
    get chosen() {
      return chosen;
    },
    async *lines() {
      const seen = new Set<string>();
      format = 'zip';
      for (const name of names) {
        const content = fileIn(bytes, name);
        const hash = createHash('sha256').update(content).digest('hex');
        if (seen.has(hash)) continue;
        seen.add(hash);
        const isPacked = content[0] === 0x50 && content[1] === 0x4b;
        if (isPacked) throw new BankFileError('archive');
        const file = await openBankFile(content, ownIban, choices);
        for await (const lines of file.lines()) {
          format = requireOneKind(format, file.format);
          yield lines;
        }
        format = requireOneKind(format, file.format);
        chosen ??= file.chosen;
      }
      if (seen.size === 0) throw new BankFileError('empty');
    },
  };
}

/** Files of two kinds may contain the same movement with different numbers. */
function requireOneKind(before: string, now: string): string {
  if (before !== 'zip' && before !== now) throw new BankFileError('archive');
  return now;
}

async function* readAll(reader: BankFileReader, bytes: Uint8Array, decoder: PieceDecoder): AsyncGenerator<BankLine[]> {
  if (bytes.length >= maxInvalidPieces * pieceBytes) collectAll();
  let pieces = 0;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const isLast = from + pieceBytes >= bytes.length;
    yield reader.push(decoded(decoder, bytes.subarray(from, from + pieceBytes), !isLast));
    pieces += 1;
    if (pieces % maxInvalidPieces === 0) collectAll();
    else if (pieces % piecesOfGarbage === 0) collectYoung();
    await breathe();
  }
  yield await reader.end();
}

async function* checked(
  pieces: AsyncIterable<BankLine[]>,
  ownIban: string | null,
  format: () => string,
): AsyncGenerator<BankLine[]> {
  let count = 0;
  for await (const lines of pieces) {
    for (const line of lines) {
      count += 1;
      if (line.accountIban !== null && ownIban !== null && line.accountIban !== ownIban) {
        throw new BankFileError('otherAccount', count);
      }
      if (line.amount > 0 && !line.isPending && line.currency !== 'EUR') throw new BankFileError('currency', count);
    }
    if (lines.length > 0) yield lines;
  }
  if (count === 0 && !format().startsWith('camt') && format() !== 'mt940') throw new BankFileError('empty');
}

function decoded(decoder: PieceDecoder, piece: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(piece, { stream });
  } catch {
    throw new BankFileError('broken');
  }
}

/** A SWIFT field or envelope at the start of one of the first lines. */
const swiftStart = /^[\p{Cc}\ufeff ]*(\{1:|:20:|:940:|:942:)/u;

function readerFor(written: string, ownIban: string | null, choices: ColumnChoices): () => BankFileReader {
  const head = written.trimStart();
  if (head === '') throw new BankFileError('empty');
  const isSwift = head.split(/\r\n|\n|\r/, 20).some((line) => swiftStart.test(line));
  if (isSwift) return () => new Mt940Reader();
  if (/[^\P{Cc}\s]/u.test(head.slice(0, 2000).replaceAll('\u001a', '')) || head.startsWith('%PDF'))
    throw new BankFileError('unknownFormat');
  if (head.startsWith('<')) {
    if (/<!DOCTYPE/i.test(head)) throw new BankFileError('doctype');
    if (!/<(?:\w+:)?Document[\s>]/.test(head)) throw new BankFileError('unknownFormat');
    return () => new CamtReader();
  }
  if (head.startsWith('[')) return () => new GeorgeJsonReader();
  return () => new CsvReader(head, choices, ownIban);
}

/** Banks pack one file per day or account; 500 are years of them. */
const maxFiles = 500;
const maxFileBytes = 64 * 2 ** 20;
const maxTotalBytes = 256 * 2 ** 20;

/** Folders, macOS metadata and PDF statements. */
const isBeside = (name: string): boolean => /(^|\/)(__MACOSX\/|\.)|\/$|\.(pdf|txt|html?)$/i.test(name);

function unpacked(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof BankFileError) throw error;
    throw new BankFileError('broken');
  }
}

/** Kind of the packed files. A workbook is an archive, too. */
export type Archive = {
  kind: 'workbook' | 'otherTable' | 'files';
  names: readonly string[];
};

function lookInto(bytes: Uint8Array): Archive {
  const names: string[] = [];
  let total = 0;
  unpacked(bytes, ({ name, originalSize }) => {
    total += originalSize;
    names.push(name);
    if (names.length > maxFiles * 2 || originalSize > maxFileBytes || total > maxTotalBytes)
      throw new BankFileError('tooLarge');
    return false;
  });
  const files = names.filter((name) => !isBeside(name)).sort();
  if (names.some((name) => name.startsWith('xl/'))) return { kind: 'workbook', names: files };
  if (names.includes('mimetype')) return { kind: 'otherTable', names: files };
  if (files.length > maxFiles) throw new BankFileError('tooLarge');
  return { kind: 'files', names: files };
}

/** Unpacks one file, at most as many bytes as the directory of the archive states. */
function fileIn(bytes: Uint8Array, wanted: string): Uint8Array {
  let isFound = false;
  const files = unpacked(bytes, ({ name }) => {
    const isFirst = name === wanted && !isFound;
    if (isFirst) isFound = true;
    return isFirst;
  });
  return files[wanted] ?? new Uint8Array();
}
