import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = 'node_modules/.cache/startblock';

type Bytes = string | Uint8Array;

/** Caches slow build steps: `make` runs only for new input. */
export async function kept(what: string, of: Bytes, make: () => Bytes | Promise<Bytes>): Promise<Buffer> {
  const file = join(cache, `${createHash('sha256').update(what).update(of).digest('hex')}.bin`);
  if (!existsSync(file)) {
    const made = await make();
    mkdirSync(cache, { recursive: true });
    writeFileSync(file, made);
  }
  return readFileSync(file);
}
