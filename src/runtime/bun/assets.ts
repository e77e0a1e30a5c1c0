import { type Assets, assetsFrom } from '#src/web/assets.ts';

/** Static files of the executable; from source they are read from disk. @param files address → path that Bun can open */
export const embeddedAssets = (files: Readonly<Record<string, string>>, manifest: Assets['manifest']): Assets =>
  assetsFrom(manifest, async (name) => {
    const address = `/assets/${name}`;
    const path = Object.hasOwn(files, address) ? files[address] : undefined;
    return path === undefined ? null : await Bun.file(path).bytes();
  });
