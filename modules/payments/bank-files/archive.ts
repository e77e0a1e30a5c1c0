import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';
import { BankFileError } from './bank-line.ts';

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
  /** Sorted by name. */
  names: readonly string[];
};

export function lookInto(bytes: Uint8Array): Archive {
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
export function fileIn(bytes: Uint8Array, wanted: string): Uint8Array {
  let isFound = false;
  const files = unpacked(bytes, ({ name }) => {
    const isFirst = name === wanted && !isFound;
    if (isFirst) isFound = true;
    return isFirst;
  });
  return files[wanted] ?? new Uint8Array();
}
