/** The command line. Only this file reads the machine's clock and environment; only it and `runtime/bun/` use Bun by name. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { nextBackup, removeOldBackups, tryBackup } from '#src/app/doctor/backup-rotation.ts';
import { type CheckResult, doctor } from '#src/app/doctor/doctor.ts';
import { siteDoubts } from '#src/app/doctor/site-doubts.ts';
import { databaseInvariants } from '#src/app/invariants.ts';
import { type Config, ConfigError, readConfig } from '#src/config/config.ts';
import { appliedMigrations } from '#src/data/applied-migrations.ts';
import { isDamage } from '#src/data/damage.ts';
import { newerThan } from '#src/data/database.ts';
import { databaseFile } from '#src/data/database-file.ts';
import { isCutOff, restore } from '#src/data/restore.ts';
import { storageFaultOf, storageSentences } from '#src/data/storage-faults.ts';
import { paperCommand } from '#src/documents/drawn.ts';
import { giveToOwner, nearestFolder } from '#src/files/owner-only.ts';
import { drawCommand } from '#src/files/pictures/draw-uploaded.ts';
import { sandboxCommand } from '#src/files/sandbox/file-sandbox.ts';
import { isEmail } from '#src/kernel/email.ts';
import { instant } from '#src/kernel/time.ts';
import { sendForParent } from '#src/mail/mail-child.ts';
import { mailCommand } from '#src/mail/mail-worker.ts';
import { embeddedAssets } from '#src/runtime/bun/assets.ts';
import { bunCollector } from '#src/runtime/bun/garbage.ts';
import { bunImaging } from '#src/runtime/bun/imaging.ts';
import { serve } from '#src/runtime/bun/serve.ts';
import { type ErrorReports, errorReports, reporting } from '#src/runtime/error-reports.ts';
import { collectBy } from '#src/runtime/garbage.ts';
import { logConsole } from '#src/runtime/library-console.ts';
import { describeError, jsonLog, type Log } from '#src/runtime/log.ts';
import { startChild } from '#src/runtime/processes/own-process.ts';
import { Refusal } from '#src/runtime/refusal.ts';
import { renderIslands } from '#src/web/island-child.ts';
import { answerWhileMigrating } from '#src/web/while-migrating.ts';
import packageJson from '../package.json';
import { fileReaders } from './app/file-readers.ts';
import { islandsOfChildProcess } from './app/http/islands-elsewhere.ts';
import { islandCommand } from './app/http/late-islands.ts';
import { moduleChecks } from './app/modules.ts';
import { openShop, type Shop, type ShopOptions } from './app/shop.ts';
import { assetFiles, commit, fonts, manifest, migrations } from './gen/embed.ts';

/** Semantic version with the commit as build metadata. */
const version = packageJson.version + (commit === '' ? '' : `+${commit}`);

const usage = `${packageJson.name} ${version} – ${packageJson.description}

  serve [--demo]       migrate and serve; --demo fills an empty database with demo data
  migrate              bring the database to this version
  secret accept        take the present secret for the shop's; what another one signed is worthless from then on
  admin create EMAIL   make or promote a super admin
  backup FILE          a consistent copy of database and uploads, also while serving
  backup --keep N DIR  the same as a new file in DIR, of which the newest N stay
  backup check FILE    put a copy back into a folder of its own, look at it as doctor does, and remove it
  restore FILE         put a copy back
  doctor               check configuration, database, mail, payment provider and storage
  version              name and version
  help                 this text

Settings come from the environment: PORT, HOST, PUBLIC_URL, DATA_DIR, DATABASE_URL, SECRET, SMTP_URL and more, see
docs/settings.md; docs/operate.md says how to run it.
`;

/** Requests may take this long after SIGTERM; the whole shutdown stays below 10 s. */
const finishMilliseconds = 7000;

/** Pending error reports are dropped after this time. */
const lastReportsMilliseconds = 1000;

// Frames of libraries fill ten lines before ours begin.
Error.stackTraceLimit = 30;

const unforeseen: Record<'rejection' | 'exception', (error: unknown) => unknown> = {
  rejection: endWith,
  exception: endWith,
};

const clock = () => instant(Date.now());
const say = (text: string) => process.stdout.write(`${text}\n`);

type UseAll<T> = (shop: Shop, config: Config, log: Log, reports: ErrorReports | null) => Promise<T>;
/** Returns a summary for people; `made` collects files created outside of the data folder. */
type Use = (shop: Shop, made: string[]) => Promise<string>;

async function withShop<T>({ demo, signs }: { demo: boolean; signs: boolean }, use: UseAll<T>): Promise<T> {
  const config = readConfig(process.env, { demo });
  const stdout = jsonLog(config.logLevel, clock, (line) => process.stdout.write(line));
  const reports = reportsOf(config, demo);
  const log = reports ? reporting(stdout, reports) : stdout;
  const shop = await shopOf({ config, log, demo, signs, mailsBeside: demo ? [demoFlag] : [] });
  return use(shop, config, log, reports);
}

const shopOf = (options: Pick<ShopOptions, 'config' | 'log' | 'demo' | 'signs' | 'mailsBeside'>): Promise<Shop> =>
  openShop({
    ...options,
    version,
    clock,
    assets: embeddedAssets(assetFiles, manifest),
    migrations,
    fonts,
    imaging: bunImaging,
  });

const demoFlag = '--demo';

/** The mail process. */
const sendMails = (demo: boolean) =>
  sendForParent(async (log) => {
    unforeseen.rejection = (error) => log.error('unhandled rejection', describeError(error));
    const shop = await shopOf({ config: readConfig(process.env, { demo }), log, demo });
    return shop.sender ?? Promise.reject(new Refusal('there is no mail server'));
  });

const reportsOf = ({ sentryDsn: dsn }: Config, demo: boolean): ErrorReports | null =>
  dsn === null
    ? null
    : errorReports({
        dsn,
        release: `${packageJson.name}@${version}`,
        environment: demo ? 'demo' : 'production',
        clock,
      });

const isWhole = (applied: ReadonlySet<string>) => migrations.every(({ name }) => applied.has(name));

/** A subcommand that does one thing and ends. */
const oneAct = (use: Use) =>
  withShop({ demo: false, signs: false }, async (shop, config) => {
    const made: string[] = [];
    try {
      say(await use(shop, made));
    } finally {
      await shop.stop();
      await giveToOwner(config, made);
    }
  });

/** Like `oneAct`, for commands that need an existing database of ours. */
function withDatabase(isEnough: (applied: ReadonlySet<string>) => boolean, use: Use): Promise<void> {
  const config = readConfig(process.env);
  const file = databaseFile(config.databaseUrl);
  // An interrupted restore may bring a database; opening the shop finishes it.
  if (file !== null && !isCutOff(config)) {
    const applied = appliedMigrations(file);
    if (!applied) throw new Refusal(`there is no database at ${file} yet; run "migrate" or "serve" first`);
    const newer = newerThan(migrations, applied);
    if (newer !== null) throw new Refusal(`the database at ${file} ${newer}`);
    if (!isEnough(applied))
      throw new Refusal(`the database at ${file} is not migrated; run "migrate" or "serve" first`);
  }
  return oneAct(use);
}

function serveShop(demo: boolean): Promise<void> {
  return withShop({ demo, signs: true }, async (shop, config, log, reports) => {
    logConsole(log);
    collectBy(bunCollector);
    unforeseen.rejection = (error) => log.error('unhandled rejection', describeError(error));
    unforeseen.exception = async (error) => {
      log.error('uncaught exception', describeError(error));
      await reports?.flush(lastReportsMilliseconds);
      process.exit(1);
    };
    const asked = stopSignal();
    if (demo && (await shop.isForeign()))
      throw new Refusal(
        `the database of DATA_DIR ${config.dataDir} was not begun as a demo, which shows everybody its mails and codes: leave "--demo" away, or name another DATA_DIR`,
      );
    let answer: Shop['fetch'] = answerWhileMigrating;
    // Serves health checks during the migrations, which may take minutes.
    const serving = listen((...request) => answer(...request), config, log);
    if (await shop.isOld()) await migrateBeside(log, asked);
    await shop.migrate();
    await giveToOwner(config);
    if (demo) await greet(shop, config);
    answer = shop.fetch;
    shop.startJobs();
    log.info('listening', { host: config.host, port: serving.port, version, demo });
    const doubts = demo ? [] : siteDoubts(config);
    if (doubts.length > 0) log.warn('The site is not complete for visitors.', { because: doubts.join('; ') });
    const signal = await asked;
    log.info('stopping', { signal });
    await serving.stop(finishMilliseconds);
    await shop.stop();
    await giveToOwner(config);
    await reports?.flush(lastReportsMilliseconds);
    log.info('stopped');
  });
}

/**
 * Migrates in a child process: SQLite blocks its thread, and this one keeps answering.
 * @throws Refusal with the child's message
 */
async function migrateBeside(log: Log, asked: Promise<string>): Promise<void> {
  const child = startChild('migrate', null, [], process.env);
  asked.then(() => child.kill('SIGKILL'));
  let refused = '';
  child.stderr.on('data', (piece) => {
    refused += piece;
  });
  child.stdout.on('data', (piece) => {
    for (const step of String(piece).trim().split('\n')) log.info('migrating', { step });
  });
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') process.exit(0);
  if (code !== 0) throw new Refusal(refused.replace(/^startblock: /, '') || 'the migrations ended without a word');
}

function listen(fetch: Shop['fetch'], { host, port }: Config, log: Log): ReturnType<typeof serve> {
  try {
    return serve({ host, port, fetch, log });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'refused';
    throw new Refusal(`cannot listen on HOST ${host} and PORT ${port}: ${why}`);
  }
}

/** The first SIGTERM or SIGINT. Further ones are ignored; they often reach the whole process group. */
function stopSignal(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve(signal));
  return promise;
}

async function greet(shop: Shop, config: Config): Promise<void> {
  say(`\n  Startblock demo:  ${config.publicUrl}\n`);
  const logins = (await shop.isEmpty()) ? await shop.addDemoData() : await shop.demoLogins();
  if (!logins) return;
  say('  Log in with one of these addresses:');
  say(`    super admin  ${logins.superAdmin}`);
  say(`    organizer    ${logins.organizer}`);
  say(`    buyer        ${logins.buyer}`);
  const inbox = config.smtpUrl === null ? `waits at ${config.publicUrl}/dev/mailbox` : 'comes by mail';
  say(`  The six-digit code ${inbox}\n`);
}

/** Opens no shop, so it also runs when none can be opened. */
async function tellHealth(): Promise<void> {
  const config = readConfig(process.env);
  const results = await doctor(patientOf(config));
  await giveToOwner(config);
  tell(results);
}

const patientOf = (config: Config) => ({
  config,
  clock,
  moduleChecks: moduleChecks({ config, fetch: globalThis.fetch }),
  migrations,
  sound: databaseInvariants,
});

function tell(results: readonly CheckResult[]): void {
  for (const { name, ok, note } of results) say(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${note}`);
  if (results.some((result) => !result.ok)) process.exitCode = 1;
}

/** Backs up the shop; with `keep` as a new file in a folder that holds at most that many. */
function copyTo(target: string, keep: number | null): Promise<void> {
  const isOurs = (applied: ReadonlySet<string>) => applied.has(migrations[0]?.name ?? '');
  return withDatabase(isOurs, async (shop, made) => {
    const file = keep === null ? target : await nextBackup(target, clock());
    const held = await shop.backup(file);
    made.push(file);
    const gone = keep === null ? 0 : await removeOldBackups(target, keep, file);
    return `Copied to ${resolve(file)}: ${held}.${gone === 0 ? '' : ` ${gone} older removed.`}`;
  });
}

/** Opens no shop, because the replaced data may be broken. */
async function putBack(file: string): Promise<void> {
  const config = readConfig(process.env);
  const target = resolve(config.dataDir);
  const nearest = nearestFolder(target);
  const onStep = (step: string) => step === 'unpacked' && say(`Puts ${file} back into ${target} (DATA_DIR).`);
  const { kept, notes } = await restore(config, file, { migrations, now: clock(), onStep }).finally(() =>
    giveToOwner(config, [], nearest),
  );
  say(`Restored from ${file} into ${target}.${kept === null ? '' : ` What was there is kept in ${kept}.`}`);
  for (const note of notes) say(note);
}

function argument(value: string | undefined, what: string): string {
  if (value === undefined || value === '' || value.startsWith('-')) throw new Refusal(`${what} is missing`);
  return value;
}

async function runCommand(args: string[]): Promise<void> {
  const [command = 'help', first, second, third] = args;
  switch (command) {
    case 'serve':
      if (first !== undefined && first !== demoFlag) throw new Refusal(`serve does not know "${first}"`);
      return serveShop(first === demoFlag);
    case 'migrate':
      return oneAct(async (shop) => {
        const applied = await shop.migrate(({ name, number, of }) => say(`${number} of ${of}: ${name}`));
        return applied === 0 ? 'The database is up to date.' : `Applied ${applied}. The database is up to date.`;
      });
    case 'secret':
      if (first !== 'accept') throw new Refusal('write: secret accept');
      return withDatabase(isWhole, async (shop) => {
        const factors = await shop.acceptSecret();
        const off =
          factors === 0 ? '' : ` ${factors} second ${factors === 1 ? 'factor was' : 'factors were'} turned off.`;
        return `The present secret is the one of this shop. Tickets and links that another one signed are no longer good.${off}`;
      });
    case 'admin': {
      if (first !== 'create') throw new Refusal('write: admin create EMAIL');
      const email = argument(second, 'EMAIL');
      if (!isEmail(email)) throw new Refusal(`"${email}" is not an e-mail address`);
      return withDatabase(isWhole, async (shop) => {
        if (!(await shop.isMigrated()))
          throw new Refusal('the database is not migrated; run "migrate" or "serve" first');
        await shop.createAdmin(email);
        return `${email} is a super admin.`;
      });
    }
    case 'backup': {
      if (first === 'check') return tell(await tryBackup(argument(second, 'FILE'), patientOf(readConfig(process.env))));
      if (first !== '--keep') return copyTo(argument(first, 'FILE'), null);
      const keep = Number(argument(second, 'the number of copies to keep'));
      if (!Number.isSafeInteger(keep) || keep < 1) throw new Refusal('--keep wants a number of at least 1');
      return copyTo(argument(third, 'DIR'), keep);
    }
    case 'restore': {
      const file = argument(first, 'FILE');
      return putBack(file);
    }
    case 'doctor':
      return tellHealth();
    // Hidden commands by which the executable starts itself. Drawing libraries are loaded only here.
    case drawCommand:
      return (await import('#src/files/pictures/draw-child.ts')).drawForParent(first);
    case paperCommand: {
      const { drawPapers } = await import('#src/documents/paper-child.ts');
      return drawPapers(argument(first, 'FONTS'));
    }
    case sandboxCommand: {
      collectBy(bunCollector);
      const { readForParent } = await import('#src/files/sandbox/sandbox-child.ts');
      return readForParent(fileReaders);
    }
    case mailCommand:
      // Exits with its database and connections.
      return sendMails(first === demoFlag).then(() => process.exit());
    case islandCommand:
      return renderIslands(islandsOfChildProcess);
    case 'version':
    case '--version':
      return void say(`${packageJson.name} ${version}`);
    case 'help':
    case '--help':
      return void process.stdout.write(usage);
    default:
      throw new Refusal(`"${command}" is not a command; "help" lists them`);
  }
}

/** System errors (a taken port, a foreign folder) also get one line. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;

/** Bun would print such an error with all its properties. */
function endWith(error: unknown): never {
  process.stderr.write(`startblock: ${JSON.stringify(describeError(error))}\n`);
  process.exit(1);
}
process.on('unhandledRejection', (error) => unforeseen.rejection(error));
process.on('uncaughtException', (error) => unforeseen.exception(error));
// A closed or full stdout must not end the process.
process.stdout.on('error', () => {});
// Without this handler a write over the file size limit would end the process.
process.on('SIGXFSZ', () => {});

// New files belong to the owner only.
process.umask(0o077);

const refuse = (why: string) => process.stderr.write(`startblock: ${why.replace(/\s+/g, ' ').trim()}\n`);

try {
  await runCommand(process.argv.slice(2));
} catch (error) {
  const fault = storageFaultOf(error);
  if (error instanceof ConfigError || error instanceof Refusal) refuse(error.message);
  else if (isDamage(error)) refuse('the database is damaged; "doctor" says what to do');
  else if (fault) refuse(storageSentences[fault]);
  else if (isSystemError(error)) refuse(error.message.split('\n')[0] ?? 'failed');
  else endWith(error);
  process.exit(1);
}
process.exit();
