import { join } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { StorageWatch } from '#src/data/storage-faults.ts';
import type { Log } from '#src/runtime/log.ts';
import { bucketAt } from './bucket/bucket.ts';
import { bucketFiles } from './bucket/bucket-files.ts';
import { diskFiles, type Files } from './files.ts';
import { bucketLargeFiles, diskLargeFiles, type LargeFiles } from './large-files.ts';

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
