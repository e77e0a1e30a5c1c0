import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify } from 'terser';

const cache = 'node_modules/.cache/startblock';

/**
 * Makes a bundled script smaller once more; a phone loads it before a step of the booking wakes up. That takes seconds for
 * React, so what was done once is kept.
 */
export async function tighten(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8');
  // React packs best after two, all of ours after three.
  const passes = basename(file).startsWith('hydrate') ? 2 : 3;
  const kept = join(cache, `${createHash('sha256').update(`${passes} ${code}`).digest('hex')}.js`);
  if (!existsSync(kept)) {
    const { code: smaller } = await minify(code, {
      module: true,
      ecma: 2020,
      compress: { passes, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
      format: { comments: false },
    });
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, smaller ?? code);
  }
  writeFileSync(file, readFileSync(kept));
}
