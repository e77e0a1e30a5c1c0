import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { StorageWatch } from '#src/data/storage-faults.ts';
import { assert } from '#src/kernel/assert.ts';
import type { Log } from '#src/runtime/log.ts';
import { type Bucket, bucketAt } from './bucket/bucket.ts';
import { diskFiles, type Files, namePattern } from './files.ts';
import { bucketLargeFiles, diskLargeFiles, type LargeFiles } from './large-files.ts';

/** Cached pictures of recent pages. */
const cachedBytes = 16 * 1024 * 1024;
const largestCached = 1024 * 1024;
const isPicture = /\.(?:jpg|png)$/;

/** Files in a bucket under the same paths as below `DATA_DIR/files`, so that copying the folder migrates a shop. */
export const bucketFiles = (bucket: Bucket): Files => filesBelow(bucket, '', recentPictures());

function filesBelow(bucket: Bucket, prefix: string, recent: ReturnType<typeof recentPictures>): Files {
  const keyOf = (name: string) => {
    assert(namePattern.test(name), `not the name of a stored file: ${name}`);
    return `${prefix}${name.slice(0, 2)}/${name}`;
  };
  return {
    async put(bytes, extension) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const name = `${sha256}.${extension}`;
      await bucket.put(keyOf(name), new Uint8Array(bytes), sha256);
      return name;
    },
    async get(name) {
      if (!namePattern.test(name)) return null;
      const key = keyOf(name);
      return isPicture.test(name) ? recent(key, () => bucket.get(key)) : bucket.get(key);
    },
    has: (name) => bucket.has(keyOf(name)),
    remove: (name) => bucket.remove(keyOf(name)),
    async names() {
      const shelved = (await bucket.keys(prefix)).map((key) => key.slice(prefix.length));
      return shelved.flatMap((path) => {
        const [shelf = '', name = '', deeper] = path.split('/');
        return deeper === undefined && namePattern.test(name) && name.startsWith(shelf) ? [name] : [];
      });
    },
    async folders() {
      const paths = (await bucket.keys(prefix)).map((key) => key.slice(prefix.length).split('/'));
      return [...new Set(paths.flatMap(([folder = '', deeper]) => (deeper === undefined ? [] : [folder])))];
    },
    within: (folder) => filesBelow(bucket, `${prefix}${folder}/`, recent),
  };
}

/** Shares concurrent reads and caches the most recent ones. */
function recentPictures() {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const forget = (key: string) => {
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
    kept.delete(key);
  };
  return (key: string, read: () => Promise<Uint8Array<ArrayBuffer> | null>) => {
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const asked = read();
    kept.set(key, asked);
    asked.then(
      (bytes) => {
        if (bytes === null || bytes.length > largestCached) return forget(key);
        sizes.set(key, bytes.length);
        total += bytes.length;
        for (const oldest of sizes.keys()) {
          if (total <= cachedBytes) break;
          forget(oldest);
        }
      },
      () => forget(key),
    );
    return asked;
  };
}

export type StoredFiles = { files: Files; largeFiles(folder: string): LargeFiles };

/** Uploads and generated files on the disk or in a bucket, with storage faults logged. */
export function storedFiles({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>, log: Log): StoredFiles {
  const watch = new StorageWatch(log, 'files');
  if (!bucket) {
    return {
      files: watched(diskFiles(join(dataDir, 'files')), watch, ['put']),
      largeFiles: (folder) => diskLargeFiles(join(dataDir, folder)),
    };
  }
  const at = bucketAt(bucket);
  return {
    // Reads from a bucket can fail as well.
    files: watched(bucketFiles(at), watch, ['put', 'get', 'has', 'remove', 'names', 'folders']),
    largeFiles: (folder) => bucketLargeFiles(at, `${folder}/`, join(dataDir, folder)),
  };
}

type Verb = Exclude<keyof Files, 'within'>;

function watched(files: Files, watch: StorageWatch, verbs: readonly Verb[]): Files {
  const during = (verb: Verb) => {
    const run = files[verb] as (...given: unknown[]) => Promise<unknown>;
    return [verb, (...given: unknown[]) => watch.during(() => run(...given))];
  };
  return {
    ...files,
    ...Object.fromEntries(verbs.map(during)),
    within: (folder) => watched(files.within(folder), watch, verbs),
  };
}
