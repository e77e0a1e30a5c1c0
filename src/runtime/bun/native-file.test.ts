import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { libraryFile, type PackedLibrary } from './native-file.ts';

const contents = Buffer.from('a library '.repeat(1000));
const usual = process.env.TMPDIR;
let folder: string;
let library: PackedLibrary;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'native-'));
  const packed = join(folder, 'library.zst');
  writeFileSync(packed, Bun.zstdCompressSync(contents));
  process.env.TMPDIR = join(folder, 'tmp');
  mkdirSync(process.env.TMPDIR);
  library = { packed, hash: 'abc', size: contents.length };
});

afterEach(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  rmSync(folder, { recursive: true });
});

const laid = () => readdirSync(join(folder, 'tmp'));

test('it is unpacked once, for its owner alone, and used again', () => {
  const path = libraryFile(library);
  expect(readFileSync(path)).toEqual(contents);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { ino } = statSync(path);
  rmSync(library.packed);
  expect(libraryFile(library)).toBe(path);
  expect(statSync(path).ino).toBe(ino);
  expect(laid()).toHaveLength(1);
});

test.each<[string, (path: string) => void]>([
  ['of another size', (path) => writeFileSync(path, 'half')],
  ['that others may write', (path) => chmodSync(path, 0o666)],
  [
    'that leads elsewhere',
    (path) => {
      rmSync(path);
      symlinkSync(library.packed, path);
    },
  ],
])('a file %s is not used, and a good one takes its place', (_, spoil) => {
  const path = libraryFile(library);
  spoil(path);
  expect(libraryFile(library)).toBe(path);
  expect(readFileSync(path)).toEqual(contents);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(laid()).toHaveLength(1);
});

test('where somebody else holds the name it lies under another one', () => {
  const path = libraryFile(library);
  rmSync(path);
  mkdirSync(path);
  const other = libraryFile(library);
  expect(other).not.toBe(path);
  expect(readFileSync(other)).toEqual(contents);
});
