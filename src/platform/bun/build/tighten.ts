import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from 'terser';

const cache = 'node_modules/.cache/startblock';

const packed = (code: string): number => gzipSync(code, { level: 9 }).length;

type Way = { passes: number; reduce_funcs?: boolean };

async function smaller(code: string, way: Way): Promise<string> {
  const made = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { ...way, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  });
  return made.code ?? code;
}

/** React packs best when its functions are left where they are; of our own scripts the best of three ways is taken. */
async function smallest(file: string, code: string): Promise<string> {
  if (basename(file).startsWith('hydrate')) return smaller(code, { passes: 2, reduce_funcs: false });
  const two = await smaller(code, { passes: 2 });
  const ways = [
    two,
    await smaller(two, { passes: 2 }),
    await smaller(await smaller(code, { passes: 3 }), { passes: 3 }),
  ];
  return ways.reduce((best, way) => (packed(way) < packed(best) ? way : best));
}

/**
 * Makes a bundled script smaller once more; a phone loads it before a step of the booking wakes up. That takes seconds for
 * React, so what was done once is kept.
 */
export async function tighten(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8');
  const kept = join(
    cache,
    `${createHash('sha256')
      .update(`${basename(file)} ${code}`)
      .digest('hex')}.js`,
  );
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, await smallest(file, code));
  }
  writeFileSync(file, readFileSync(kept));
}
