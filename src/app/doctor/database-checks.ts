import { stat } from 'node:fs/promises';
import { type Client, createClient } from '@libsql/client';
import { damageOf, isDamage } from '#src/data/damage.ts';
import { newerThan } from '#src/data/database.ts';
import { databaseFile, isLost } from '#src/data/database-file.ts';
import { faultOfSecret, secretAtHand } from '#src/data/installation-secret.ts';
import { days, type Instant, minutes } from '#src/kernel/time.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';
import type { Check, CheckResult, Patient } from './doctor.ts';

/** An invariant of the data, and the query that finds breaches. */
export type Sound = { sentence: string; breaches: string };

/** Checks the database: present, intact, migrated, current and consistent. */
export async function databaseHealth(
  { config, clock, migrations, sound: databaseInvariants }: Patient,
  check: Check,
): Promise<CheckResult[]> {
  const file = databaseFile(config.databaseUrl);
  if (file !== null) {
    const found = await orIfMissing(stat(file), null).catch(() => null);
    if (!found?.isFile() || found.size === 0) {
      const none = `there is none at ${file}: run "migrate" or "serve" for a new one, "restore FILE" for that of a backup`;
      const other = `${file} is no file: move it away, then run "restore FILE" with a backup, or "migrate" for a new one`;
      const lost = `${file} is gone or empty, its log is there: run "restore FILE" with a backup, which keeps the log`;
      const isOther = found !== null && !found.isFile();
      const note = isOther ? other : (await isLost(file).catch(() => false)) ? lost : none;
      return [{ name: 'database', ok: false, note }];
    }
  }
  const toDo = file === null ? 'ask the server that keeps it' : 'stop the server and run "restore FILE" with a backup';
  const damaged = (what: string) => new Error(`${file ?? 'the database'} is damaged (${what}): ${toDo}`);
  let client: Client | null = null;
  const ask = async (sql: string, args: string[] = []) => {
    client ??= createClient({
      url: config.databaseUrl,
      ...(config.databaseAuthToken ? { authToken: config.databaseAuthToken } : {}),
      ...(file === null ? {} : { concurrency: 1, timeout: 2000 }),
    });
    return (await client.execute({ sql, args })).rows;
  };
  try {
    const database = await check('database', async () => {
      try {
        await ask('SELECT count(*) FROM sqlite_master');
        const damage = client && file !== null ? await damageOf(client) : null;
        if (damage !== null) throw damaged(damage);
        const [orphan] = file === null ? [] : await ask('PRAGMA foreign_key_check');
        if (orphan)
          throw damaged(`a row of ${String(orphan.table)} names one of ${String(orphan.parent)} that is not there`);
        const isMigrated = await ask("SELECT 1 FROM sqlite_master WHERE name = 'migrations'");
        const rows = isMigrated.length > 0 ? await ask('SELECT name FROM migrations') : [];
        const applied = new Set(rows.map((row) => String(row.name)));
        const newer = newerThan(migrations, applied);
        if (newer !== null) throw new Error(newer);
        if (!migrations.every(({ name }) => applied.has(name)))
          throw new Error('migrations are missing: run "migrate"');
        return file === null ? 'server, migrated' : 'embedded, whole, migrated';
      } catch (error) {
        throw isDamage(error) ? damaged(error instanceof Error ? error.message : 'unreadable') : error;
      }
    });
    if (!database.ok) return [database];
    return [
      database,
      await check('secret', async () => {
        const fault = await faultOfSecret(config, ask);
        if (fault !== null) throw new Error(fault);
        if (config.secretPrevious !== null)
          return 'is the one of this shop; what SECRET_PREVIOUS signed is good as well';
        return (await secretAtHand(config)) === null ? 'is made by the first "serve"' : 'is the one of this shop';
      }),
      await check('clock', async () => {
        const [row] = await ask(newestEntry);
        return clockNote(clock(), typeof row?.at === 'number' ? (row.at as Instant) : null);
      }),
      await check('numbers', async () => {
        for (const { sentence, breaches } of databaseInvariants) {
          const [breach] = await ask(`SELECT * FROM (${breaches}) LIMIT 1`);
          if (!breach) continue;
          const where = JSON.stringify(Object.values(breach).filter((value) => typeof value !== 'object'));
          throw new Error(`it is not true that ${sentence} (${where}): make a backup and report it with this line`);
        }
        return 'places and sums agree';
      }),
    ];
  } finally {
    (client as Client | null)?.close();
  }
}

/** Leases end up to a minute ahead, and jobs take one every few seconds. */
const newestEntry = `SELECT max(at) AS at FROM (
  SELECT max(leased_until) - 60000 AS at FROM job_leases
  UNION ALL SELECT created_at FROM (SELECT created_at FROM facts ORDER BY id DESC LIMIT 1)
  UNION ALL SELECT created_at FROM (SELECT created_at FROM mails ORDER BY id DESC LIMIT 1))`;

/** A clock that is behind the newest row, or a year after it. @throws Error saying what to do */
function clockNote(now: Instant, newest: Instant | null): string {
  if (newest === null) return `${timeOf(now)}, and no entry yet to compare it with`;
  const apart = `it says ${timeOf(now)}, and the newest entry is of ${timeOf(newest)}`;
  if (newest - now > minutes(5)) throw new Error(`${apart}: set the clock of this machine before people book`);
  if (now - newest > days(366)) throw new Error(`${apart}: set the clock, unless the shop stood still for so long`);
  return apart;
}

const timeOf = (at: Instant) => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
