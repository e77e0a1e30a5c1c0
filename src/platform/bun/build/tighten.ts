import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from 'terser';

const cache = 'node_modules/.cache/startblock';

const packed = (code: string): number => gzipSync(code, { level: 9 }).length;

async function smaller(code: string, passes: number): Promise<string> {
  const made = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
  });
  return made.code ?? code;
}

/** What one more round leaves packs better here and worse there, so the best of three ways is taken. */
async function smallest(code: string): Promise<string> {
  const two = await smaller(code, 2);
  const ways = [two, await smaller(two, 2), await smaller(await smaller(code, 3), 3)];
  return ways.reduce((best, way) => (packed(way) < packed(best) ? way : best));
}

/**
 * Makes a bundled script smaller once more; a phone loads it before a step of the booking wakes up. That takes seconds for
 * React, so what was done once is kept.
 */
export async function tighten(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8');
  const kept = join(cache, `${createHash('sha256').update(`smallest ${code}`).digest('hex')}.js`);
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, await smallest(code));
  }
  writeFileSync(file, readFileSync(kept));
}
