import { collectAll, collectYoung } from '#src/platform/garbage.ts';
import { BankFileError, type BankFileReader, type BankLine } from './bank-line.ts';
import { CamtReader } from './camt.ts';
import { CsvReader } from './csv.ts';
import { GeorgeJsonReader } from './george-json.ts';
import { Mt940Reader } from './mt940.ts';

/** So much is read in one go; others have their turn in between. */
const pieceBytes = 128 * 1024;
const headBytes = 16 * 1024;
/** Reading makes much more garbage than it reads: what is young is collected after every megabyte, */
const piecesOfGarbage = 8;
/** and everything after so many, also before the first, when a file is that large: it left garbage as it came. */
const mostPiecesOfGarbage = 80;

/** Lets everything else that waits run. */
export const breathe = (): Promise<void> => new Promise((resume) => setImmediate(resume));

export type BankFile = {
  /** Known completely when the last lines have come. */
  readonly format: string;
  lines(): AsyncGenerator<BankLine[]>;
};

/**
 * A bank's file, told from its content: camt.052, .053 or .054, MT940, George's JSON, or a CSV. It is read as a stream,
 * as often as wanted. A credit in another currency than euros or a line of another account than `ownIban` is an error.
 * @throws BankFileError here or while lines are read; what came before it counts for nothing
 */
export async function openBankFile(bytes: Uint8Array, ownIban: string | null): Promise<BankFile> {
  const encoding = await encodingOf(bytes);
  const head = decode(bytes.subarray(0, headBytes), encoding).trimStart();
  const make = readerFor(bytes, head, ownIban);
  let reader = make();
  return {
    get format() {
      return reader.format;
    },
    async *lines() {
      reader = make();
      yield* readAll(reader, bytes, encoding, ownIban);
    },
  };
}

async function* readAll(
  reader: BankFileReader,
  bytes: Uint8Array,
  encoding: string,
  ownIban: string | null,
): AsyncGenerator<BankLine[]> {
  // XML says itself what it is written in; there a wrong byte is an error, elsewhere it was looked at before.
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let count = 0;
  const checked = (lines: BankLine[]) => {
    for (const line of lines) {
      count += 1;
      if (line.accountIban !== null && ownIban !== null && line.accountIban !== ownIban) {
        throw new BankFileError('otherAccount', count);
      }
      if (line.amount > 0 && !line.isPending && line.currency !== 'EUR') throw new BankFileError('currency', count);
    }
    return lines;
  };
  if (bytes.length >= mostPiecesOfGarbage * pieceBytes) collectAll();
  let pieces = 0;
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const isLast = from + pieceBytes >= bytes.length;
    const text = decoded(decoder, bytes.subarray(from, from + pieceBytes), !isLast);
    const lines = checked(reader.push(text));
    if (lines.length > 0) yield lines;
    pieces += 1;
    if (pieces % mostPiecesOfGarbage === 0) collectAll();
    else if (pieces % piecesOfGarbage === 0) collectYoung();
    await breathe();
  }
  const rest = checked(await reader.end());
  if (rest.length > 0) yield rest;
  if (count === 0 && !reader.format.startsWith('camt') && reader.format !== 'mt940') throw new BankFileError('empty');
}

function decoded(decoder: TextDecoder, piece: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(piece, { stream });
  } catch {
    throw new BankFileError('broken');
  }
}

function readerFor(bytes: Uint8Array, head: string, ownIban: string | null): () => BankFileReader {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  // A zip is what xlsx is packed in; the other is what xls was.
  if (starts(0x50, 0x4b, 3, 4) || starts(0xd0, 0xcf, 0x11, 0xe0)) throw new BankFileError('spreadsheet');
  if (head === '') throw new BankFileError('empty');
  if (/[^\P{Cc}\s]/u.test(head.slice(0, 2000)) || head.startsWith('%PDF')) throw new BankFileError('unknownFormat');
  if (head.startsWith('<')) {
    if (/<!DOCTYPE/i.test(head)) throw new BankFileError('doctype');
    if (!/<(?:\w+:)?Document[\s>]/.test(head)) throw new BankFileError('unknownFormat');
    return () => new CamtReader();
  }
  if (/^(:20:|\{1:|:940:)/.test(head)) return () => new Mt940Reader();
  if (head.startsWith('[')) return () => new GeorgeJsonReader();
  return () => new CsvReader(head, ownIban);
}

/** By its mark, by what an XML declaration says, else UTF-8 where all of it is, else the Western code page. */
async function encodingOf(bytes: Uint8Array): Promise<string> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = decode(bytes.subarray(0, 200), 'windows-1252');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase();
  if (declared !== undefined) {
    if (declared === 'utf-8') return declared;
    if (/^(iso-8859-(1|15)|windows-1252|us-ascii)$/.test(declared))
      return declared === 'iso-8859-15' ? declared : 'windows-1252';
    throw new BankFileError('broken', 1);
  }
  if (/^(?:\u00ef\u00bb\u00bf)?\s*</.test(start)) return 'utf-8';
  return (await isUtf8(bytes)) ? 'utf-8' : 'windows-1252';
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

async function isUtf8(bytes: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const piece = 1024 * 1024;
  try {
    for (let from = 0; from < bytes.length; from += piece) {
      decoder.decode(bytes.subarray(from, from + piece), { stream: from + piece < bytes.length });
      await breathe();
    }
    return true;
  } catch {
    return false;
  }
}
