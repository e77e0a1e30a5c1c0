import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Job } from '#src/platform/jobs.ts';
import { pictureFiles } from './keep-pictures.ts';
import { isPictureFile } from './read-pictures.ts';

/**
 * Takes away the files that no event's picture and no organizer's logo is any more. Each is looked up and removed within one write: uploads
 * write their files inside theirs, so a file goes either before an upload of the same picture writes it anew or not.
 */
export const forgetPictureFiles = (deps: Pick<Deps, 'files' | 'read' | 'write'>): Job => ({
  name: 'forget-picture-files',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    const files = pictureFiles(deps.files);
    for (const name of await files.names()) {
      if (await isPictureFile(deps.read, name)) continue;
      await deps.write(async ({ tx }) => {
        if (!(await isPictureFile(tx, name))) await files.remove(name);
      });
    }
    return false;
  },
});
