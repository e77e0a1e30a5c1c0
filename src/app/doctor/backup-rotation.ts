import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type CheckResult, databaseResults, type Patient } from '#src/app/doctor/doctor.ts';
import { Database } from '#src/data/database.ts';
import { restore } from '#src/data/restore.ts';
import { type Instant, toIso } from '#src/kernel/time.ts';

/** Backups made repeatedly into one folder: their names sort by time, and the oldest are removed. */
const ours = /^startblock-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/;

/** The path of the next backup. Creates the folder. */
export async function nextBackup(folder: string, now: Instant): Promise<string> {
  await mkdir(folder, { recursive: true });
  return join(folder, `startblock-${toIso(now).replaceAll(/[:.]/g, '-')}.backup`);
}

/**
 * Keeps `keep` backups: `made` and the newest others; other files stay. A later name than `made` comes from a clock that was
 * ahead and is removed first. Returns how many were removed.
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
 * Restores the backup into a folder of its own, runs the checks of `doctor` on it and removes the folder.
 * @throws Refusal when it cannot be restored
 */
export async function tryBackup(file: string, patient: Patient): Promise<CheckResult[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-drill-'));
  const config = { ...patient.config, dataDir, databaseUrl: `file:${join(dataDir, 'startblock.db')}`, bucket: null };
  try {
    const { notes } = await restore(config, file, { migrations: patient.migrations, now: patient.clock() });
    const restored = { name: 'restore', ok: true, note: ['can be put back', ...notes].join('; ') };
    // Migrates an older backup, as the first start after a restore does.
    const database = await Database.open(config.databaseUrl);
    await database.migrate(patient.migrations).finally(() => database.close());
    return [restored, ...(await databaseResults({ ...patient, config }))];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
