import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type CheckResult, databaseResults, type Patient } from '#src/app/doctor/doctor.ts';
import { Database } from '#src/data/database.ts';
import { restore } from '#src/data/restore.ts';
import { type Instant, toIso } from '#src/kernel/time.ts';

/** Copies that are made again and again into one folder: their names sort by time, and the oldest go. */
const ours = /^startblock-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

/** Where the next copy goes. Makes the folder. */
export async function nextBackup(folder: string, now: Instant): Promise<string> {
  await mkdir(folder, { recursive: true });
  return join(folder, `startblock-${toIso(now).replaceAll(/[:.]/g, '-')}.backup`);
}

/**
 * Removes all but `made` and the newest of the others, `keep` together; other files stay. What has a later name than `made`
 * is of a clock that was ahead, and goes first. Answers how many went.
 */
export async function removeOldBackups(folder: string, keep: number, made: string): Promise<number> {
  const newest = basename(made);
  const isAhead = (name: string) => Number(name > newest);
  const others = (await readdir(folder))
    .filter((name) => ours.test(name) && name !== newest)
    .sort((a, b) => isAhead(b) - isAhead(a) || (a < b ? -1 : 1));
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of old) await rm(join(folder, name));
  return old.length;
}

/**
 * A drill: puts the copy into a folder of its own, where the same is looked at as by `doctor`, and removes the folder.
 * @throws Refusal when the copy cannot be restored
 */
export async function tryBackup(file: string, patient: Patient): Promise<CheckResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-drill-'));
  const config = { ...patient.config, dataDir, databaseUrl: `file:${join(dataDir, 'startblock.db')}`, bucket: null };
  try {
    const { notes } = await restore(config, file, { migrations: patient.migrations, now: patient.clock() });
    const restored = { name: 'restore', ok: true, note: ['can be put back', ...notes].join('; ') };
    // As the first start after a restore does with a copy of an earlier version.
    const database = await Database.open(config.databaseUrl);
    await database.migrate(patient.migrations).finally(() => database.close());
    return [restored, ...(await databaseResults({ ...patient, config }))];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
