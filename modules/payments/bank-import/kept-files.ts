import { hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Job } from '#src/platform/jobs.ts';
import type { Signer } from '#src/platform/signer.ts';

/**
 * A file between its preview and its booking. It lies in a folder of the hour in which it ends, so that what nobody
 * booked is found and taken away by its folder; the signed name in the address belongs to the person who uploaded it.
 */
type KeptDeps = Pick<Deps, 'files' | 'signer'>;
type KeptFile = { bytes: Uint8Array<ArrayBuffer>; name: string };

const keptFor = hours(2);
const purpose = 'bank-import';

const hourOf = (at: Instant): number => Math.floor(at / hours(1));
const allOf = (files: Deps['files']) => files.within('bank-imports');
const folderOf = (files: Deps['files'], hour: number) => allOf(files).within(String(hour));
const signedText = (userId: number, text: string) => `${userId}|${text}`;

/** Keeps an upload and answers the name by which its pages find it. */
export async function keepFile(
  { files, signer }: KeptDeps,
  file: KeptFile,
  userId: number,
  now: Instant,
): Promise<string> {
  const until = instant(now + keptFor);
  const stored = await folderOf(files, hourOf(until)).put(file.bytes, 'bank');
  const text = `${until}.${stored.slice(0, 64)}.${Buffer.from(file.name.slice(0, 100)).toString('base64url')}`;
  return `${text}.${signer.mac(purpose, signedText(userId, text))}`;
}

function readToken(signer: Signer, token: string, userId: number, now: Instant) {
  const match = /^((\d{1,16})\.([0-9a-f]{64})\.([\w-]*))\.([\w-]+)$/.exec(token);
  if (!match) return null;
  const [, text = '', until = '', hash = '', name = '', mac = ''] = match;
  if (Number(until) <= now || !signer.verify(purpose, signedText(userId, text), mac)) return null;
  const hour = hourOf(instant(Number(until)));
  return { hour, stored: `${hash}.bank`, name: Buffer.from(name, 'base64url').toString() };
}

/** null: its time is over, it is another person's, or another machine has it. */
export async function keptFile(
  { files, signer }: KeptDeps,
  token: string,
  userId: number,
  now: Instant,
): Promise<KeptFile | null> {
  const found = readToken(signer, token, userId, now);
  const bytes = found && (await folderOf(files, found.hour).get(found.stored));
  return found && bytes ? { bytes, name: found.name } : null;
}

export async function forgetFile(
  { files, signer }: KeptDeps,
  token: string,
  userId: number,
  now: Instant,
): Promise<void> {
  const found = readToken(signer, token, userId, now);
  if (found) await folderOf(files, found.hour).remove(found.stored);
}

/** Takes away what nobody booked in time. */
export const forgetBankFiles = ({ files, clock }: Pick<Deps, 'files' | 'clock'>): Job => ({
  name: 'forget-bank-files',
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
});
