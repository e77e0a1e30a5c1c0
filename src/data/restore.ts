import { existsSync, lstatSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '#src/config/config.ts';
import { isSecretOf } from '#src/data/installation-secret.ts';
import type { Instant } from '#src/kernel/time.ts';
import { flush, orIfMissing } from '#src/runtime/file-system.ts';
import { Refusal } from '#src/runtime/refusal.ts';
import { type Client, lastLine, lastLineShape, sumOf, within } from './backup.ts';
import { damageOf, isDamage } from './damage.ts';
import { Database, hashOf, type Migration } from './database.ts';
import { companions, databaseFile } from './database-file.ts';
import { type Held, type Place, share, takeExclusive } from './running-lock.ts';

/**
 * Replaces an embedded database with a backup, whatever its state: the old one is moved away and never opened. The backup is
 * checked and unpacked in its own folder. Then a plan of all moves is written, and from there the new state counts: the next
 * process carries out a plan it finds, so an interrupted restore leaves the old state or the new one. The replaced database,
 * secret and uploads stay together in a data folder with the time in its name.
 */
export type Restored = {
  /** The folder of the replaced state; null when there was none. */
  kept: string | null;
  /** Notes for the operator. */
  notes: readonly string[];
};
export type RestoreOptions = {
  migrations: readonly Migration[];
  now: Instant;
  /** Called after each step. */
  onStep?: (step: string) => void;
};

/** More than is sold between two copies. */
export const numbersSkipped = 100_000;

const stageName = 'restoring';
const planName = 'plan.json';
/** Relative to the data folder, which may be moved. */
type Move = readonly [from: string, to: string];
type Plan = { kept: string | null; away: readonly Move[]; place: readonly Move[] };

/** @throws Refusal before anything is replaced */
export async function restore(
  config: Config,
  file: string,
  { migrations, now, onStep = () => {} }: RestoreOptions,
): Promise<Restored> {
  const database = databaseFile(config.databaseUrl);
  if (database === null) throw new Refusal('the database is on a server, which puts back its own copies');
  const found = await orIfMissing(stat(file), null);
  if (!found?.isFile()) throw new Refusal(`${file} ${found ? 'is not a file' : 'does not exist'}`);
  const held = await patiently(() => takeExclusive(config), 10);
  if (!held) {
    throw new Refusal(`a server or another command runs with ${config.dataDir}; stop it first, nothing was replaced`);
  }
  try {
    await carryOut(config, onStep);
    try {
      const staged = await stage(config, database, file, { migrations, now, onStep });
      const plan = await makePlan(config, database, now);
      await writePlan(config, plan);
      onStep('planned');
      await carryOut(config, onStep);
      return { kept: plan.kept && join(config.dataDir, plan.kept), notes: notesOn(config, staged) };
    } catch (error) {
      // With a plan the new state counts already, and the next process carries it out.
      if (!existsSync(join(stageOf(config), planName))) await removeStage(config);
      throw error;
    }
  } finally {
    held.release();
  }
}

/**
 * Waits shortly for a running restore, finishes an interrupted one and takes the servers' shared lock.
 * @throws Refusal when the restore takes longer
 */
export async function enter(config: Place): Promise<Held> {
  if (databaseFile(config.databaseUrl) === null) return share(config).then(orBusy);
  const held = await patiently(async () => {
    if (isCutOff(config)) {
      const alone = await takeExclusive(config);
      if (!alone) return null;
      await carryOut(config).finally(() => alone.release());
    }
    const shared = await share(config);
    if (!shared || !isCutOff(config)) return shared;
    shared.release();
    return null;
  }, 50);
  return orBusy(held);
}

const orBusy = (held: Held | null): Held => {
  if (!held) throw new Refusal('a restore is running; start again when it is done');
  return held;
};

/** A restore is running or was interrupted. */
export const isCutOff = (place: Place): boolean => existsSync(stageOf(place));

async function patiently(take: () => Promise<Held | null>, tries: number): Promise<Held | null> {
  for (let attempt = 1; ; attempt++) {
    const held = await take();
    if (held || attempt >= tries) return held;
    await new Promise<void>((resume) => setTimeout(resume, 100));
  }
}

const stageOf = ({ dataDir }: Place): string => join(resolve(dataDir), stageName);

/** On the disk of the database, so that it can be renamed. */
function stagedDatabase(place: Place, database: string): string {
  return dirname(database) === resolve(place.dataDir)
    ? join(stageOf(place), basename(database))
    : `${database}.${stageName}`;
}

async function removeStage(place: Place): Promise<void> {
  const database = databaseFile(place.databaseUrl);
  if (database !== null) {
    const staged = stagedDatabase(place, database);
    for (const suffix of ['', ...companions]) await rm(staged + suffix, { force: true });
  }
  await rm(stageOf(place), { recursive: true, force: true });
}

async function stage(
  config: Config,
  database: string,
  file: string,
  { migrations, onStep = () => {} }: RestoreOptions,
): Promise<Staged> {
  await removeStage(config);
  await mkdir(stageOf(config), { recursive: true });
  const files = await orIfMissing(lstat(join(config.dataDir, 'files')), null);
  if (files && files.dev !== (await stat(config.dataDir)).dev) {
    throw new Refusal(`${join(config.dataDir, 'files')} is a disk of its own; unmount it first, nothing was replaced`);
  }
  const staged = stagedDatabase(config, database);
  await copyWithoutLastLine(file, staged);
  onStep('copied');
  const refuse = (why: string): never => {
    throw new Refusal(`${file} ${why}; nothing was replaced`);
  };
  const unpacked = await within(staged, async (copy) => {
    const damage = await damageOf(copy);
    if (damage !== null) refuse(`is damaged or no backup (${damage})`);
    const foreign = await whatIsForeign(copy, migrations);
    if (foreign !== null) refuse(foreign);
    onStep('checked');
    const held = await unpack(copy, stageOf(config), refuse);
    await copy.execute('DROP TABLE backup_files');
    // Numbers given after the copy are already in tickets, links and transfers. They are skipped, so that they are not given
    // again.
    await copy.execute({ sql: 'UPDATE sqlite_sequence SET seq = seq + ?', args: [numbersSkipped] });
    const used = config.secret ?? held.secret;
    const isItsSecret = used === null ? null : await isSecretOf(used, askOf(copy));
    // A copy made by another program may still be in WAL mode; what is moved must be one file.
    await copy.execute('PRAGMA journal_mode=DELETE');
    return { ...held, isItsSecret };
  }).catch((error) => (isDamage(error) ? refuse('is damaged') : Promise.reject(error)));
  await flush(staged);
  await flush(dirname(staged));
  onStep('unpacked');
  return unpacked;
}

async function copyWithoutLastLine(file: string, staged: string): Promise<void> {
  await copyFile(file, staged);
  await chmod(staged, 0o600);
  const { size } = await stat(staged);
  const line = Buffer.alloc(Math.min(size, lastLine('0'.repeat(64)).length));
  const opened = await open(staged, 'r');
  await opened.read(line, 0, line.length, size - line.length).finally(() => opened.close());
  const sum = lastLineShape.exec(line.toString('latin1'))?.[1];
  // The first versions wrote no checksum.
  if (sum === undefined) return;
  if (sum !== (await sumOf(staged, size - line.length))) {
    throw new Refusal(`${file} is damaged: its content is not what was copied; nothing was replaced`);
  }
  await truncate(staged, size - line.length);
}

/** Why an intact database is not a backup of ours; null when it is. */
async function whatIsForeign(copy: Client, migrations: readonly Migration[]): Promise<string | null> {
  const names = await schemaOf(copy);
  if (!names.has('table backup_files') || !names.has('table migrations')) return 'is no backup of a shop';
  const applied = (await copy.execute('SELECT name, hash FROM migrations')).rows;
  const known = migrations.filter(({ name }) => applied.some((row) => row.name === name));
  const unknown = applied.find((row) => !migrations.some(({ name }) => name === row.name));
  if (unknown) return `was made by a newer version (migration ${String(unknown.name)}); restore it with that version`;
  if (known.length === 0) return 'is a backup of nothing';
  const other = known.find(({ name, sql }) => applied.some((row) => row.name === name && row.hash !== hashOf(sql)));
  if (other) return `was made by another program (its migration ${other.name} is not ours)`;
  const fresh = await Database.open(':memory:');
  try {
    await fresh.migrate(known);
    const rows = await fresh.read.all<{ name: string }>(`SELECT type || ' ' || name AS name FROM sqlite_schema`);
    const missing = rows.find(({ name }) => !names.has(name));
    return missing ? `is no whole backup: ${missing.name} is missing` : null;
  } finally {
    await fresh.close();
  }
}

async function schemaOf(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.execute(`SELECT type || ' ' || name AS name FROM sqlite_schema`);
  return new Set(rows.map((row) => String(row.name)));
}

type Unpacked = { secret: string | null; uploads: number };
/** `isItsSecret`: whether the copy was signed with the secret that counts after the restore; null: unknown. */
type Staged = Unpacked & { isItsSecret: boolean | null };

const askOf =
  (copy: Client) =>
  async (sql: string, args: string[] = []) =>
    (await copy.execute({ sql, args })).rows;

/** Unpacks uploads and secret into `folder`; returns the secret and the number of uploads. */
async function unpack(copy: Client, folder: string, refuse: (why: string) => never): Promise<Unpacked> {
  const held: Unpacked = { secret: null, uploads: 0 };
  const paths = (await copy.execute('SELECT path FROM backup_files')).rows.map((row) => String(row.path));
  for (const path of paths) {
    const target = resolve(folder, path);
    if (path !== 'secret' && !target.startsWith(join(folder, 'files') + sep))
      refuse(`holds ${path}, which is none of ours`);
    const { rows } = await copy.execute({ sql: 'SELECT bytes FROM backup_files WHERE path = ?', args: [path] });
    const bytes = new Uint8Array(rows[0]?.bytes as ArrayBuffer);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes, { mode: 0o600 });
    await flush(target);
    if (path === 'secret') held.secret = new TextDecoder().decode(bytes).trim();
    else held.uploads += 1;
  }
  return held;
}

async function makePlan(config: Config, database: string, now: Instant): Promise<Plan> {
  const dataDir = resolve(config.dataDir);
  const kept = freshName(dataDir, `replaced-${new Date(now).toISOString().replaceAll(':', '-')}`);
  const isInside = dirname(database) === dataDir;
  const old = isInside ? join(dataDir, kept, basename(database)) : `${database}.${kept}`;
  const staged = stagedDatabase(config, database);
  const moves: Move[] = [
    ...['', ...companions].map((suffix): Move => [database + suffix, old + suffix]),
    ...['secret', 'files'].map((name): Move => [join(dataDir, name), join(dataDir, kept, name)]),
  ];
  const place: Move[] = [
    [staged, database],
    ...['secret', 'files'].map((name): Move => [join(stageOf(config), name), join(dataDir, name)]),
  ];
  const fromDataDir = ([from, to]: Move): Move => [relative(dataDir, from), relative(dataDir, to)];
  const away = moves.filter(([from]) => isThere(from));
  return {
    kept: away.length > 0 ? kept : null,
    away: away.map(fromDataDir),
    place: place.filter(([from]) => isThere(from)).map(fromDataDir),
  };
}

function freshName(folder: string, name: string): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? name : `${name}-${count}`;
    if (!isThere(join(folder, numbered))) return numbered;
  }
}

async function writePlan(config: Place, plan: Plan): Promise<void> {
  const path = join(stageOf(config), planName);
  await writeFile(`${path}.half`, JSON.stringify(plan), { mode: 0o600 });
  await flush(`${path}.half`);
  await rename(`${path}.half`, path);
  await flush(dirname(path));
  await flush(resolve(config.dataDir));
}

/** Carries out a plan; without one, removes what was unpacked. */
async function carryOut(place: Place, onStep: (step: string) => void = () => {}): Promise<void> {
  const dataDir = resolve(place.dataDir);
  const planPath = join(stageOf(place), planName);
  const written = await orIfMissing(readFile(planPath, 'utf8'), null);
  if (written !== null) {
    const plan = readPlan(written, planPath);
    for (const [from, to] of plan.away) {
      // The file that is there may be the new one already.
      if (!isThere(join(dataDir, to))) await move(join(dataDir, from), join(dataDir, to));
      onStep(`${from} is kept`);
    }
    for (const [from, to] of plan.place) {
      await move(join(dataDir, from), join(dataDir, to));
      onStep(`${to} is new`);
    }
    await unlink(planPath);
    await flush(dirname(planPath));
    onStep('plan is done');
  }
  if (isCutOff(place)) await removeStage(place);
}

/** Moves a file unless that is done already. */
async function move(from: string, to: string): Promise<void> {
  if (!isThere(from)) return;
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  await flush(dirname(to));
  await flush(dirname(from));
}

/** Counts broken links as well. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readPlan(written: string, path: string): Plan {
  try {
    return JSON.parse(written) as Plan;
  } catch {
    throw new Refusal(`${path} is damaged; move the folder it is in away and restore again`);
  }
}

function notesOn({ secret, bucket }: Config, { secret: restored, uploads, isItsSecret }: Staged): string[] {
  const notes =
    bucket && uploads > 0
      ? [
          `Its ${uploads} uploads are in DATA_DIR/files; copy them into the bucket ${bucket.bucket}, where they are looked for.`,
        ]
      : [];
  // Backups of earlier versions have no fingerprint.
  const isAnother = isItsSecret === false || (isItsSecret === null && restored !== null && restored !== secret);
  if (restored === null && secret === null) {
    notes.push('It holds no secret: set SECRET to that of the shop it comes from, or "serve" will not start.');
  } else if (isItsSecret === false || (secret !== null && isAnother)) {
    const which = secret === null ? 'The secret that it holds' : 'SECRET';
    notes.push(
      `${which} is not the one of the restored shop, and "serve" will not start with it: set SECRET to the right one.`,
    );
  }
  return notes;
}
