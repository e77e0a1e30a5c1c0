import type { Assets } from '#src/platform/assets.ts';

type StaticFile = { body: Uint8Array<ArrayBuffer>; type: string; etag: string };

/**
 * The static files that the executable carries; from source, the same addresses read the files on disk.
 * Their names contain a hash of their content, so the name is the ETag too.
 * @param files address → path that Bun can open
 */
export function embeddedAssets(files: Readonly<Record<string, string>>, manifest: Assets['manifest']): Assets {
  const known = new Map<string, Promise<StaticFile>>();
  return {
    manifest,
    async read(urlPath) {
      const path = Object.hasOwn(files, urlPath) ? files[urlPath] : undefined;
      if (path === undefined) return null;
      let file = known.get(urlPath);
      if (!file) {
        file = load(urlPath, path);
        known.set(urlPath, file);
      }
      return file;
    },
  };
}

async function load(urlPath: string, path: string): Promise<StaticFile> {
  const file = Bun.file(path);
  const name = urlPath.slice(urlPath.lastIndexOf('/') + 1);
  // The type is told by the address, since an embedded file may carry a name of the bundler's own.
  return { body: await file.bytes(), type: Bun.file(name).type, etag: `"${name}"` };
}
