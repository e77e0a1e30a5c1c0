import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findViewer, forgetSession, promoteToSuperAdmin, rotateSession } from '#modules/accounts/index.ts';
import { ViewCounter } from '#modules/events/index.ts';
import { eventChanged } from '#modules/events/rules/facts.ts';
import { rolesOfUser, Sites } from '#modules/organizers/index.ts';
import { organizerChanged } from '#modules/organizers/rules/facts.ts';
import { resultsChanged } from '#modules/results/rules/facts.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { secretToken } from '../kernel/ids.ts';
import type { Clock } from '../kernel/time.ts';
import { hours, minutes, toIso } from '../kernel/time.ts';
import { isThere } from '../platform/applied-migrations.ts';
import type { Assets } from '../platform/assets.ts';
import { backUp } from '../platform/backup.ts';
import type { Config } from '../platform/config.ts';
import { Database, type DatabaseOptions, type Migration } from '../platform/database.ts';
import { databaseFile, isLost } from '../platform/database-file.ts';
import type { Deps } from '../platform/deps.ts';
import { type CheckResult, doctor } from '../platform/doctor.ts';
import { healTimes, platformTimes } from '../platform/due-times.ts';
import { deliverFacts } from '../platform/facts.ts';
import { forgetKeptForms } from '../platform/forms/kept-forms.ts';
import type { Imaging } from '../platform/imaging.ts';
import { portableImaging } from '../platform/imaging-portable.ts';
import { type Job, JobRunner } from '../platform/jobs.ts';
import { forgetOldCounters } from '../platform/limits.ts';
import type { Log } from '../platform/log.ts';
import { MailRoom } from '../platform/mail/mail-room.ts';
import { type Postman, postman } from '../platform/mail/postman.ts';
import { smtpTransport } from '../platform/mail/smtp.ts';
import { forgetOldMails, makeMailer } from '../platform/mailer.ts';
import { Metrics } from '../platform/metrics.ts';
import { narrow } from '../platform/owner-only.ts';
import type { PdfFonts } from '../platform/pdf.tsx';
import { Refusal } from '../platform/refusal.ts';
import { enter } from '../platform/restore.ts';
import { installation } from '../platform/schema.ts';
import { makeSigner } from '../platform/signer.ts';
import { StorageWatch, storageProbe } from '../platform/storage.ts';
import { storedFiles } from '../platform/stored-files.ts';
import type { Viewer } from '../platform/viewer.ts';
import { makeWrite, type Work, type Write } from '../platform/work.ts';
import type { DemoLogins } from './demo/demo.ts';
import { clientAddress } from './http/client-address.ts';
import { createApp, type RequestInfo } from './http/create-app.tsx';
import { noteEventPage } from './http/event-views.ts';
import { SharedPages } from './http/shared-pages.ts';
import { modules } from './modules.ts';
import { needsOf } from './needs.ts';
import { Rest } from './rest.ts';
import { screens } from './screens/screens.tsx';
import { sound } from './sound.ts';

export type { DemoLogins } from './demo/demo.ts';

export type ShopOptions = {
  config: Config;
  clock: Clock;
  assets: Assets;
  migrations: readonly Migration[];
  fonts: PdfFonts;
  /** Default: what runs on any runtime. */
  imaging?: Imaging;
  log: Log;
  demo: boolean;
  /** Arguments of the process that makes and sends the mails; without them this one does. */
  mailsBeside?: readonly string[];
  /** How hard a commit presses on the disk; only tests take less than FULL. */
  synchronous?: DatabaseOptions['synchronous'];
};

/** The whole product, without a command line and without a socket. */
export type Shop = {
  fetch(request: Request, info?: RequestInfo): Promise<Response> | Response;
  deps: Deps;
  /** Makes mails and hands them to the mail server; null: they go to the built-in mailbox. */
  postman: Postman | null;
  migrate(): Promise<void>;
  isMigrated(): Promise<boolean>;
  /** Neither organizer nor event yet. */
  isEmpty(): Promise<boolean>;
  addDemoData(): Promise<DemoLogins>;
  /** null: the data is somebody's own. */
  demoLogins(): Promise<DemoLogins | null>;
  createAdmin(email: string): Promise<void>;
  /** Answers what the copy holds. */
  backup(file: string): Promise<string>;
  doctor(): Promise<CheckResult[]>;
  startJobs(): void;
  /**
   * Runs what the jobs would do now, until nothing is left. For tests and for the last moments of a process. `mails:
   * false` leaves the outbox as it is.
   */
  settle(options?: { mails?: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export async function openShop(options: ShopOptions): Promise<Shop> {
  const { config, clock, log } = options;
  await mkdir(config.dataDir, { recursive: true }).catch((error: Error) => {
    throw new Refusal(`DATA_DIR cannot be used: ${error.message}`);
  });
  const file = databaseFile(config.databaseUrl);
  if (file !== null) isThere(file);
  const running = await enter(config);
  if (file !== null && (await isLost(file))) {
    running.release();
    throw new Refusal(`the database at ${file} is gone or empty, its log is there; "doctor" says what to do`);
  }
  const wide = await narrow(config);
  if (wide.length > 0) log.warn('files that others may read could not be narrowed', { files: wide.length });
  const signer = makeSigner(config.secret ?? (await keptSecret(config.dataDir)));
  const database = await Database.open(config.databaseUrl, {
    authToken: config.databaseAuthToken,
    synchronous: options.synchronous ?? 'FULL',
  }).catch((error: unknown) => {
    running.release();
    throw error;
  });
  const sharedPages = new SharedPages(clock, config.publicUrl.startsWith('https:'));
  const sites = new Sites({ read: database.read, clock, publicUrl: config.publicUrl });
  const metrics = new Metrics();
  const stored = new StorageWatch(log, 'database');
  const writeNow = makeWrite(database, clock, (left) => {
    if (left.facts.some((name) => changesPages.has(name))) sharedPages.forget();
    if (left.facts.includes(organizerChanged.factName)) sites.forget();
    if (left.facts.length > 0) runner.poke('facts');
    if (left.mails) {
      mailer.wake();
      runner.poke('mails');
    }
  });
  const write: Write = (verb, care) => stored.during(() => writeNow(verb, care));
  const types = () => mailTypes;
  const here = config.smtpUrl ? postman({ types, transport: smtpTransport(config.smtpUrl), config, clock }) : null;
  const { mailsBeside: args } = options;
  const sender = here && args ? new MailRoom({ args, env: process.env, here, log }) : here;
  const mailer = makeMailer({ database, write, clock, log, config, postman: sender, types });
  const { testProviders, testPayments, testTiming } = options.demo
    ? (await import('./demo/providers.ts')).demoProviders({ config, clock, log }, answer)
    : noProviders;
  const views = new ViewCounter(() => deps);
  // What was read of a session is another object after every change of the person or of their roles.
  const rolesOf = new WeakMap<object, Viewer['roles']>();
  const deps: Deps = {
    ...needsOf(() => deps),
    noteView: (view) => views.note(view),
    config,
    database,
    read: database.read,
    write,
    clock,
    log,
    ...storedFiles(config, log),
    imaging: options.imaging ?? portableImaging,
    signer,
    assets: options.assets,
    mailer,
    mailTypes: () => mailTypes,
    fonts: options.fonts,
    async findViewer(sessionId) {
      const found = await findViewer(deps, sessionId);
      if (!found) return null;
      let roles = rolesOf.get(found);
      if (!roles) {
        roles = found.level === 'verified' ? await rolesOfUser(deps.read, found.userId) : [];
        rolesOf.set(found, roles);
      }
      return { ...found, roles };
    },
    fetch: (url, init) =>
      testPayments?.ask(url, init) ?? testTiming?.ask(url, init) ?? (testProviders ?? globalThis).fetch(url, init),
    // Whoever is woken within a work would look before there is anything to see.
    runNow: (job) => database.afterwards(() => runner.poke(job)),
    demo: options.demo,
  };
  const mailTypes = modules.flatMap((module) => module.mailTypes?.(deps) ?? []);
  const factHandlers = modules.flatMap((module) => module.factHandlers?.(deps) ?? []);
  const deliver = () => deliverFacts(deps, factHandlers);
  const moduleJobs = modules.flatMap((module) => module.jobs?.(deps) ?? []);
  const repeated = (name: string, everyMs: number, verb: (work: Work) => Promise<void>): Job => ({
    name,
    everyMs,
    endsByClock: true,
    run: () => write(verb).then(() => false),
  });
  const notCopied = modules.flatMap((module) => module.notCopied ?? []);
  const dueTimes = [...platformTimes, ...modules.flatMap((module) => module.dueTimes ?? [])];
  const healTimesNow = async () => {
    if (await healTimes(write, log, dueTimes)) for (const name of ['facts', 'mails']) runner.poke(name);
    return false;
  };
  const jobs: Job[] = [
    { name: 'facts', everyMs: 5000, run: async () => (await deliver()) > 0 },
    { name: 'mails', everyMs: 5000, run: async () => (await mailer.sendWaiting()) > 0 },
    repeated('forget-counters', hours(1), forgetOldCounters),
    repeated('forget-kept-forms', minutes(10), forgetKeptForms),
    repeated('forget-mails', hours(6), forgetOldMails),
    { name: 'heal-times', everyMs: minutes(10), run: healTimesNow },
    ...moduleJobs,
  ];
  const runner = new JobRunner({ write, clock, log, clockSetBack: () => runner.poke('heal-times') }, jobs);
  const canStore = storageProbe(() =>
    write(({ tx, now }) => {
      const seen = { name: 'stored-at', value: toIso(now) };
      return tx.insert(installation).values(seen).onConflictDoUpdate({ target: installation.name, set: seen });
    }),
  );
  const app = createApp({
    deps,
    routes: [...modules.flatMap((module) => module.routes), ...screens],
    version: packageJson.version,
    sharedPages,
    metrics,
    findViewer: deps.findViewer,
    siteAt: (host) => sites.at(host),
    rotateSession: (context, viewer) => rotateSession(deps, context, viewer),
    forgetSession: (context) => forgetSession(deps, context),
    isReady: async () => (await database.isMigrated(options.migrations).catch(() => false)) && (await canStore()),
  });

  const rest = new Rest(() => database.shrink());
  function answer(request: Request, info: RequestInfo = {}): Promise<Response> | Response {
    rest.note();
    const site = sites.nameOf(request.headers.get('host'));
    const shared = site === null ? null : sharedPages.quick(request, site);
    if (shared) return counted(shared, request, info);
    const test = testProviders?.answer(request) ?? testPayments?.answer(request) ?? testTiming?.answer(request);
    if (test) return test;
    // Asked for at once: of a connection that is closed meanwhile nobody knows the address.
    const whole = () => app.fetch(request, { remoteAddress: info.remoteAddress ?? '' });
    const personal = site === null ? null : sharedPages.quickWithSession(request, deps.findViewer, site);
    // What goes wrong with the session goes wrong once more on the way that has words for it.
    const quick = personal?.catch(() => null);
    return quick ? quick.then((page) => (page ? counted(page, request, info) : whole())) : whole();
  }

  function counted(shared: Response, request: Request, info: RequestInfo): Response {
    metrics.count('startblock_shared_pages_total');
    noteEventPage(views, request, () =>
      clientAddress(info, request.headers.get('x-forwarded-for') ?? undefined, config.trustProxy),
    );
    return shared;
  }

  return {
    fetch: answer,
    deps,
    postman: sender,
    migrate: () => database.migrate(options.migrations),
    // Only a demo needs these, and they are much to load.
    isEmpty: async () => (await import('./demo/demo.ts')).isEmpty(deps),
    addDemoData: async () => (await import('./demo/demo.ts')).addDemoData(deps, testPayments?.simulator ?? null),
    demoLogins: async () => (await import('./demo/demo.ts')).demoLoginsOf(deps),
    createAdmin: async (email) => {
      await write((work) => promoteToSuperAdmin(work, email));
    },
    isMigrated: () => database.isMigrated(options.migrations).catch(() => false),
    backup: (file) => backUp(database, options.migrations, config, file, notCopied),
    doctor: () => doctor({ config, clock, fetch: deps.fetch, migrations: options.migrations, sound }),
    startJobs() {
      runner.start();
      views.start();
      rest.start();
    },
    async settle({ mails = true } = {}) {
      await testPayments?.simulator.settled();
      await testTiming?.simulator.settled();
      await views.write();
      for (const job of moduleJobs) while (await job.run());
      // Facts make mails and mails may make facts; a season ends, so does this loop.
      for (let round = 0; round < 1000; round++) {
        const done = (await deliver()) + (mails ? await mailer.sendWaiting(100) : 0);
        if (done === 0) return;
      }
    },
    async stop() {
      testPayments?.simulator.stop();
      rest.stop();
      mailer.stop();
      await runner.stop();
      await views.stop();
      await sender?.stop();
      await database.close();
      running.release();
    },
  };
}

const noProviders = { testProviders: null, testPayments: null, testTiming: null };

/** After these a shared page is out of date. A booking is none of them: its stock may show half a second later. */
const changesPages = new Set([eventChanged.factName, resultsChanged.factName, organizerChanged.factName]);

/** The installation's secret, made once. Two processes that begin together agree on the first file. */
async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await writeFile(path, secretToken(48), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}
