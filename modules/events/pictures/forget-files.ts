import type { Job } from '#src/data/jobs.ts';
import { unnamedFiles } from '#src/files/tidy-files.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isPictureFile } from './read-pictures.ts';
import { pictureFiles } from './save-pictures.ts';

/** Takes away the files that no event's picture and no organizer's logo is any more. */
export function forgetPictureFiles({ files, read }: Pick<Deps, 'files' | 'read'>): Job {
  const round = unnamedFiles(pictureFiles(files), { is: (name) => isPictureFile(read, name) });
  return {
    name: 'forget-picture-files',
    endsByClock: true,
    everyMs: hours(1),
    run: () => round().then(() => false),
  };
}
