import { type UnzipFileInfo, type Unzipped, unzipSync } from 'fflate';
import { BankFileError } from './bank-line.ts';

/** Banks pack a file a day or account; these are years of them. */
const maxFiles = 500;
const maxFileBytes = 64 * 2 ** 20;
const maxTotalBytes = 256 * 2 ** 20;

/** Folders, what a Mac adds, and papers of the same statement. */
const isBeside = (name: string): boolean => /(^|\/)(__MACOSX\/|\.)|\/$|\.(pdf|txt|html?)$/i.test(name);

function unpacked(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof BankFileError) throw error;
    throw new BankFileError('broken');
  }
}

/** The kind of files in an archive; a workbook is an archive, too. */
export type Archive = {
  kind: 'workbook' | 'otherTable' | 'files';
  /** In the order of their names. */
  names: readonly string[];
};

/** Looks into an archive without unpacking it. @throws BankFileError for one that is damaged, or too large unpacked */
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

/** One file of it. No more is unpacked than the archive says, however much there is. */
export function fileIn(bytes: Uint8Array, wanted: string): Uint8Array {
  let isFound = false;
  const files = unpacked(bytes, ({ name }) => {
    const isFirst = name === wanted && !isFound;
    if (isFirst) isFound = true;
    return isFirst;
  });
  return files[wanted] ?? new Uint8Array();
}
