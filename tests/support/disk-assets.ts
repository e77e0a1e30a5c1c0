import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orIfMissing } from '#src/runtime/file-system.ts';
import { type Assets, assetsFrom, type Manifest } from '#src/web/assets.ts';

export async function diskAssets(dir: string): Promise<Assets> {
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as Manifest;
  return assetsFrom(manifest, async (name) => {
    const bytes = await orIfMissing(readFile(join(dir, name)), null);
    return bytes && new Uint8Array(bytes);
  });
}
