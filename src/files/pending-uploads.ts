import type { Job } from '#src/data/jobs.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

type UploadDeps = Pick<Deps, 'files' | 'signer'>;
export type PendingUpload = { bytes: Uint8Array<ArrayBuffer>; name: string };

const keptFor = hours(2);
const hourOf = (at: Instant): number => Math.floor(at / hours(1));
const signedText = (userId: number, text: string) => `${userId}|${text}`;

/**
 * Uploads between preview and import. Files are in a folder of the hour in which they expire, which makes cleanup simple; the
 * signed name belongs to the uploader. `purpose` signs names, `folder` holds files, `ending` is their suffix, `job` cleans up.
 */
export function pendingUploads(kind: { purpose: string; folder: string; ending: string; job: string }) {
  const { purpose, ending } = kind;
  const allOf = (files: Deps['files']) => files.within(kind.folder);
  const folderOf = (files: Deps['files'], hour: number) => allOf(files).within(String(hour));

  const read = ({ signer }: UploadDeps, token: string, userId: number, now: Instant) => {
    const match = /^((\d{1,16})\.([0-9a-f]{64})\.([\w-]*))\.([\w-]+)$/.exec(token);
    if (!match) return null;
    const [, text = '', until = '', hash = '', name = '', mac = ''] = match;
    if (Number(until) <= now || !signer.verify(purpose, signedText(userId, text), mac)) return null;
    const hour = hourOf(instant(Number(until)));
    return { hour, stored: `${hash}.${ending}`, name: Buffer.from(name, 'base64url').toString() };
  };

  return {
    /** Stores an upload and returns its signed name. */
    async keep({ files, signer }: UploadDeps, file: PendingUpload, userId: number, now: Instant): Promise<string> {
      const until = instant(now + keptFor);
      const stored = await folderOf(files, hourOf(until)).put(file.bytes, ending);
      const text = `${until}.${stored.slice(0, 64)}.${Buffer.from(file.name.slice(0, 100)).toString('base64url')}`;
      return `${text}.${signer.mac(purpose, signedText(userId, text))}`;
    },
    /** null: expired, of another person, or on another machine. */
    async find(deps: UploadDeps, token: string, userId: number, now: Instant): Promise<PendingUpload | null> {
      const found = read(deps, token, userId, now);
      const bytes = found && (await folderOf(deps.files, found.hour).get(found.stored));
      return found && bytes ? { bytes, name: found.name } : null;
    },
    async forget(deps: UploadDeps, token: string, userId: number, now: Instant): Promise<void> {
      const found = read(deps, token, userId, now);
      if (found) await folderOf(deps.files, found.hour).remove(found.stored);
    },
    /** Removes expired uploads. */
    forgetting: ({ files, clock }: Pick<Deps, 'files' | 'clock'>): Job => ({
      name: kind.job,
      endsByClock: true,
      everyMs: hours(1),
      async run() {
        const now = hourOf(clock());
        for (const hour of (await allOf(files).folders()).map(Number).filter((hour) => hour < now)) {
          const folder = folderOf(files, hour);
          for (const name of await folder.names()) await folder.remove(name);
        }
        return false;
      },
    }),
  };
}
