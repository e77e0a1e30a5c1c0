import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { packedEnds, typeOfFile } from '#src/web/assets.ts';
import { type Encoding, isCompressible } from '#src/web/encoding.ts';

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

const ways: Record<Encoding, (body: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  br: (body) =>
    brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  // 3 % smaller than zlib.
  gzip: (body) => Bun.gzipSync(body, { library: 'libdeflate', level: 12 }),
};

/** Compresses files of a folder with the best ratio and writes them beside the originals. */
export async function packFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (name === 'manifest.json') continue;
    const body = new Uint8Array(readFileSync(join(folder, name)));
    if (!isCompressible(typeOfFile(name) ?? null, body.length)) continue;
    for (const [encoding, pack] of Object.entries(ways) as [Encoding, (typeof ways)[Encoding]][]) {
      const packed = await kept(`packed ${encoding} `, body, () => pack(body));
      writeFileSync(join(folder, name + packedEnds[encoding]), packed);
    }
  }
}
