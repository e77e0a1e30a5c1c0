import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CompressOptions, type MangleOptions, minify } from 'terser';
import { kept } from './build-cache.ts';
import { ownName, ownNames, requireShortened } from './react-names.ts';

const packed = (code: string): number => gzipSync(code, { level: 9 }).length;

async function smaller(code: string, way: CompressOptions, mangle: MangleOptions = {}): Promise<string> {
  const made = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { ...way, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    mangle,
    format: { comments: false },
  });
  return made.code ?? code;
}

/** Separate statements and unchanged comparisons compress better. */
const plain: CompressOptions = { sequences: false, lhs_constants: false };

const isReact = (file: string): boolean => basename(file).startsWith('hydrate');

/** React compresses best with its functions in place; for our scripts the best of several options is used. */
async function smallest(file: string, code: string): Promise<string> {
  if (isReact(file)) {
    return smaller(code, { passes: 2, reduce_funcs: false, ...plain }, { properties: { regex: ownName } });
  }
  const two = await smaller(code, { passes: 2 });
  const three = await smaller(code, { passes: 3 });
  const ways = [
    two,
    await smaller(two, { passes: 2 }),
    await smaller(three, { passes: 3 }),
    await smaller(code, { passes: 2, ...plain }),
    await smaller(code, { passes: 3, ...plain, reduce_funcs: false }),
  ];
  return ways.reduce((best, way) => (packed(way) < packed(best) ? way : best));
}

/**
 * Minifies a bundled script again, because phones load it before a booking step wakes up. Takes seconds for React, so results are
 * cached.
 */
export async function tighten(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8');
  const way = `${basename(file)} ${smaller} ${smallest} ${JSON.stringify(plain)} ${isReact(file) ? ownNames : ''} `;
  const made = await kept(way, code, () => smallest(file, code));
  if (isReact(file)) requireShortened(file, made.toString());
  writeFileSync(file, made);
}
