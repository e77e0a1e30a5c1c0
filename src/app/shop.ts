import type { DemoLogins } from '#dev/demo.ts';
import { testTimingOf } from '#dev/race-result-simulator/setup.ts';
import {
  findViewer,
  forgetSession,
  promoteToSuperAdmin,
  removeUnreadableFactors,
  rotateSession,
} from '#modules/accounts/index.ts';
import { ViewCounter } from '#modules/events/index.ts';
import { eventChanged } from '#modules/events/rules/facts.ts';
import { rolesOfUser, Sites } from '#modules/organizers/index.ts';
import { organizerChanged } from '#modules/organizers/rules/facts.ts';
import { resultsChanged } from '#modules/results/rules/facts.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { type CheckResult, doctor } from '#src/app/doctor/doctor.ts';
import { EventLoopLag } from '#src/app/machine-gauges.ts';
import type { Config } from '#src/config/config.ts';
import { backUp, noteBackup } from '#src/data/backup.ts';
import type { DatabaseOptions, Migration, MigrationStep } from '#src/data/database.ts';
import { noteSecret } from '#src/data/installation-secret.ts';
import { installation } from '#src/data/schema.ts';
import { StorageWatch, storageProbe } from '#src/data/storage-faults.ts';
import { makeWrite, type Work, type Write } from '#src/data/work.ts';
import type { PdfFonts } from '#src/documents/font-files.ts';
import type { Imaging } from '#src/files/pictures/imaging.ts';
import { portableImaging } from '#src/files/pictures/imaging-portable.ts';
import { FileSandbox, type SandboxOptions } from '#src/files/sandbox/file-sandbox.ts';
import { storedFiles } from '#src/files/stored-files.ts';
import { failureSentence } from '#src/mail/failures.ts';
import type { MailType } from '#src/mail/kinds.ts';
import { type MailSender, mailSender, waitingMailSender } from '#src/mail/mail-sender.ts';
import { MailWorker } from '#src/mail/mail-worker.ts';
import { makeMailer } from '#src/mail/mailer.ts';
import { gaugeMails } from '#src/mail/queue-figures.ts';
import { smtpTransport } from '#src/mail/smtp.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Log } from '#src/runtime/log.ts';
import { Metrics } from '#src/runtime/metrics.ts';
import type { Assets } from '#src/web/assets.ts';
import { SharedPages } from '#src/web/shared-pages.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Clock } from '../kernel/time.ts';
import { hours, toIso } from '../kernel/time.ts';
import { answering, noProviders } from './http/answering.ts';
import { createApp, type RequestInfo } from './http/create-app.tsx';
import { Rest } from './idle-collector.ts';
import { databaseInvariants } from './invariants.ts';
import { jobsOf } from './jobs.ts';
import { type FilledSlots, filledSlots, moduleChecks, modules, problems, type UnfilledSlots } from './modules.ts';
import { counted, declareCounters, observe } from './observe.ts';
import { openData } from './open-data.ts';
import { startPageOf } from './screens/overview/routes.tsx';
import { screens } from './screens/screens.tsx';

export type { DemoLogins } from '#dev/demo.ts';

export type ShopOptions = {
  config: Config;
  clock: Clock;
  assets: Assets;
  migrations: readonly Migration[];
  fonts: PdfFonts;
  /** By default what works on any runtime. */
  imaging?: Imaging;
  log: Log;
  demo: boolean;
  /** The program's version with its commit. Default: the package's. */
  version?: string;
  /** false: a command that makes no tickets and links, so it also opens a shop without its secret. Default: true. */
  signs?: boolean;
  /** For tests. */
  sandbox?: Pick<SandboxOptions, 'limits' | 'turns'>;
  /** Without a mail server, mails go to the built-in mailbox instead of waiting. Default: in demo mode. */
  mailbox?: boolean;
  /** Arguments of the mail process; without them this process sends. */
  mailsBeside?: readonly string[];
  /** SQLite's `synchronous`; tests use less than FULL. */
  synchronous?: DatabaseOptions['synchronous'];
};

/** The whole product without command line and socket. */
export type Shop = {
  fetch(request: Request, info?: RequestInfo): Promise<Response> | Response;
  deps: Deps;
  /** null: the built-in mailbox of a demo. */
  sender: MailSender | null;
  /** Returns the number of applied migrations. @throws Refusal when the database is of a newer version */
  migrate(onStep?: (step: MigrationStep) => void): Promise<number>;
  /** The data is of an earlier version; migrating may take long. */
  isOld(): Promise<boolean>;
  /** Adopts the current secret. Returns how many second factors that turned off. */
  acceptSecret(): Promise<number>;
  isMigrated(): Promise<boolean>;
  /** No organizers and no events. */
  isEmpty(): Promise<boolean>;
  addDemoData(): Promise<DemoLogins>;
  /** null: not a demo. */
  demoLogins(): Promise<DemoLogins | null>;
  /** There is data that is no demo. */
  isForeign(): Promise<boolean>;
  createAdmin(email: string): Promise<void>;
  /** Returns a summary of the backup. */
  backup(file: string): Promise<string>;
  doctor(): Promise<CheckResult[]>;
  startJobs(): void;
  /** Runs all due jobs until nothing is left, for tests and before the process ends. `mails: false` leaves the outbox alone. */
  settle(options?: { mails?: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export async function openShop(given: ShopOptions): Promise<Shop> {
  const version = given.version ?? packageJson.version;
  const metrics = new Metrics(version);
  declareCounters(metrics);
  const options = { ...given, log: counted(given.log, metrics) };
  const { config, clock, log, migrations } = options;
  const { database, signer, leave } = await openData(options);
  const { read } = database;
  const sharedPages = new SharedPages(clock, config.publicUrl.startsWith('https:'));
  const sites = new Sites({ read, clock, publicUrl: config.publicUrl });
  gaugeMails(metrics, read, clock);
  const write = watched(
    log,
    makeWrite(database, clock, (left) => {
      for (const counted of left.counted) metrics.count(...counted);
      if (left.facts.some((name) => changesPages.has(name))) sharedPages.forget();
      if (left.facts.includes(organizerChanged.factName)) sites.forget();
      if (left.facts.length > 0) jobs.runner.poke('facts');
      if (left.mails) {
        mailer.wake();
        jobs.runner.poke('mails');
      }
    }),
  );
  const types = () => mailTypes;
  const sender = senderOf(options, types);
  const mailer = makeMailer({ database, write, clock, log, config, sender, types });
  const demo = options.demo
    ? (await import('#dev/providers.ts')).demoProviders(options, (...asked) => answer(...asked))
    : noProviders;
  const { testProviders, testPayments, testTiming } = demo;
  const sandbox = new FileSandbox({ entry: sandboxEntry, log, ...options.sandbox });
  const views = new ViewCounter(() => deps);
  const unfilled: UnfilledSlots = {
    noteView: (view) => views.note(view),
    startPage: (viewer) => startPageOf(deps, viewer),
    testTiming: () => (options.demo ? testTimingOf(config.publicUrl) : null),
  };
  const base = {
    ...unfilled,
    config,
    database,
    read,
    write,
    clock,
    log,
    ...storedFiles(config, log),
    imaging: options.imaging ?? portableImaging,
    sandbox,
    signer,
    assets: options.assets,
    mailer,
    mailTypes: types,
    fonts: { ...options.fonts, log },
    findViewer: viewersWithRoles(() => deps),
    fetch: (url, init) =>
      testPayments?.ask(url, init) ?? testTiming?.ask(url, init) ?? (testProviders ?? globalThis).fetch(url, init),
    // Jobs start after the commit, because they cannot see uncommitted rows.
    runNow: (job) => database.afterwards(() => jobs.runner.poke(job)),
    demo: options.demo,
  } satisfies Partial<Deps>;
  // Modules get this object before their slots complete it.
  const deps: Deps = Object.assign(base, {} as FilledSlots);
  Object.assign(deps, filledSlots(deps));
  const mailTypes = modules.flatMap((module) => module.mailTypes?.(deps) ?? []);
  const jobs = jobsOf(deps);
  const isMigrated = () => database.isMigrated(migrations).catch(() => false);
  const canStore = storageProbe(() => write(noteStored));
  const isReady = async () => (await isMigrated()) && (await canStore());
  const lag = new EventLoopLag();
  observe(metrics, deps, [jobs.gauge, lag.gauge], isReady);
  const app = createApp({
    deps,
    routes: [...modules.flatMap((module) => module.routes), ...screens],
    problems,
    version: packageJson.version,
    sharedPages,
    metrics,
    findViewer: deps.findViewer,
    siteAt: (host) => sites.at(host),
    rotateSession: (context, viewer) => rotateSession(deps, context, viewer),
    forgetSession: (context) => forgetSession(deps, context),
    isReady,
  });
  const rest = new Rest(() => database.shrink());
  const answer = answering({ deps, app, demo, sites, sharedPages, metrics, views, rest });
  let endReminding = () => {};
  const notCopied = modules.flatMap((module) => module.notCopied ?? []);

  return {
    fetch: answer,
    deps,
    sender,
    async migrate(onStep) {
      const applied = await database.migrate(migrations, onStep);
      if (options.signs ?? true) await noteSecret(config, database.ask);
      return applied;
    },
    isOld: async () => (await database.isOurs(migrations)) && !(await isMigrated()),
    async acceptSecret() {
      await noteSecret(config, database.ask);
      return write((work) => removeUnreadableFactors(work, signer));
    },
    // Imported on demand: only a demo needs it.
    isEmpty: async () => (await import('#dev/demo.ts')).isEmpty(deps),
    addDemoData: async () => (await import('#dev/demo.ts')).addDemoData(deps, testPayments?.simulator ?? null),
    demoLogins: async () => (await import('#dev/demo.ts')).demoLoginsOf(deps),
    async isForeign() {
      if (!(await database.isOurs(migrations))) return false;
      const { demoLoginsOf, isUntouched } = await import('#dev/demo.ts');
      return !(await isUntouched(deps)) && (await demoLoginsOf(deps)) === null;
    },
    createAdmin: async (email) => {
      await write((work) => promoteToSuperAdmin(work, email));
    },
    isMigrated,
    async backup(file) {
      const held = await backUp(database, migrations, config, file, notCopied);
      // The backup is complete even if this note cannot be written.
      if (await isMigrated()) await write(noteBackup).catch(() => {});
      return held;
    },
    doctor: () =>
      doctor({
        config,
        clock,
        moduleChecks: moduleChecks(deps),
        migrations,
        sound: databaseInvariants,
      }),
    startJobs() {
      jobs.runner.start();
      views.start();
      rest.start();
      lag.start();
      endReminding = remindOfMailServer(options);
    },
    async settle({ mails = true } = {}) {
      await testPayments?.simulator.settled();
      await testTiming?.simulator.settled();
      await views.write();
      await jobs.settle({ mails });
    },
    async stop() {
      testPayments?.simulator.stop();
      rest.stop();
      lag.stop();
      endReminding();
      sandbox.stop();
      mailer.stop();
      await jobs.runner.stop();
      await views.stop();
      await sender?.stop();
      await database.close();
      leave();
    },
  };
}

const sandboxEntry = new URL('./file-child.entry.ts', import.meta.url);

/** Facts that invalidate shared pages. Bookings do not: their stock may be half a second old. */
const changesPages = new Set([eventChanged.factName, resultsChanged.factName, organizerChanged.factName]);

/** Logs once when storage fails and once when it works again. */
function watched(log: Log, write: Write): Write {
  const stored = new StorageWatch(log, 'database');
  return (verb, care) => stored.during(() => write(verb, care));
}

function senderOf(
  { config, clock, log, demo, mailbox, mailsBeside: args }: ShopOptions,
  types: () => readonly MailType[],
): MailSender | null {
  if (config.smtpUrl === null) return (mailbox ?? demo) ? null : waitingMailSender;
  const here = mailSender({ types, transport: smtpTransport(config.smtpUrl), config, clock });
  return args ? new MailWorker({ args, env: process.env, here, log }) : here;
}

/** Warns now and every hour while a production shop has no mail server; returns the end of it. */
function remindOfMailServer({ config, log, demo }: ShopOptions): () => void {
  if (config.smtpUrl !== null || demo) return () => {};
  const remind = () => log.warn('mails wait and nobody can log in by mail', { why: failureSentence('unset') });
  remind();
  const hourly = setInterval(remind, hours(1));
  hourly.unref();
  return () => clearInterval(hourly);
}

/** Finds the viewer of a session with their roles. */
function viewersWithRoles(deps: () => Deps): Deps['findViewer'] {
  // The session cache returns a new object after every change of the person or their roles.
  const rolesOf = new WeakMap<object, Viewer['roles']>();
  return async (sessionId) => {
    const found = await findViewer(deps(), sessionId);
    if (!found) return null;
    let roles = rolesOf.get(found);
    if (!roles) {
      roles = found.level === 'verified' ? await rolesOfUser(deps().read, found.userId) : [];
      rolesOf.set(found, roles);
    }
    return { ...found, roles };
  };
}

/** Writes a small row to test storage. */
async function noteStored({ tx, now }: Work): Promise<void> {
  const seen = { name: 'stored-at', value: toIso(now) };
  await tx.insert(installation).values(seen).onConflictDoUpdate({ target: installation.name, set: seen });
}
