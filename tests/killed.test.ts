import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { type ServedSimulator, serveSimulator } from '#dev/saferpay-simulator/serve.ts';
import { Database, type Reader } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import { dice } from './season/dice.ts';
import { breaches } from './season/invariants.ts';
import { aMinuteLater, capturedOf, sentenceOf, waitingIn } from './season/killed-books.ts';
import { KilledLife, type Life } from './season/killed-life.ts';
import { saferpaySettings } from './support/saferpay.ts';
import { product, type RunningServer, root, startServer } from './support/server.ts';
import { seed, times } from './support/thorough.ts';

const kills = times(100, 2);
const longestLifeMs = 1500;

let provider: ServedSimulator | null = null;
let server: RunningServer | null = null;
afterEach(async () => {
  await server?.stop();
  await provider?.close();
});

/**
 * Kills the server at random moments while people book, pay, cancel, import, write and back up. Everything that was answered must
 * exist afterwards, and every invariant of the season must hold.
 */
test(`${kills} kills at random moments take nothing and break nothing (SEED=${seed})`, {
  timeout: 120_000 + kills * 15_000,
}, async () => {
  const fate = dice(seed);
  provider = await serveSimulator({ clock: () => instant(Date.now()), notifyDelays: [0, 50, 500] });
  const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'warn', ...saferpaySettings(provider.url) };
  server = await startServer({ env });
  const { dataDir } = server;
  const copies = join(dataDir, 'copies');
  await mkdir(copies);
  const life: Life = await KilledLife.begin({
    dice: fate,
    server,
    provider,
    backUp: (name) => backUp(dataDir, join(copies, name)),
  });
  // Demo data breach a few invariants from the start.
  const isOfDemo = new Set((await looked(dataDir, breaches)).map(sentenceOf));
  // Their card payments are unknown to this provider.
  const before = (await looked(dataDir, capturedOf)) - (await life.captured());
  const lived = () => Math.min(...['book', 'book by pages', 'pay by card', 'import'].map((what) => life.times(what)));
  let audits = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const at = `SEED=${seed} kill=${kill}`;
    const living = life.live();
    await new Promise((wake) => setTimeout(wake, fate.between(20, longestLifeMs)));
    // On a slow machine short runs may have no payment, so the last one waits for one.
    if (kill === kills) await vi.waitFor(() => expect(lived(), 'it lived').toBeGreaterThan(0), 60_000);
    await server.kill('SIGKILL');
    await living.end();
    if (kill === kills) await inDatabase(dataDir, aMinuteLater);
    server = await startServer({ dataDir, env });
    life.goOnAt(server);
    const found = await looked(dataDir, async (read) => {
      const [{ integrity } = { integrity: '' }] = await read.all<{ integrity: string }>(
        sql`select integrity_check integrity from pragma_integrity_check`,
      );
      const [counted] = await read.all<{ n: number }>(
        sql`select (select count(*) from order_audits) + (select count(*) from account_audits) + (select count(*) from event_audits) n`,
      );
      const lost = await life.lostOf(read);
      const broken = (await breaches(read)).filter((breach) => !isOfDemo.has(sentenceOf(breach)));
      return { integrity, audits: counted?.n ?? 0, lost, broken };
    });
    expect(found, at).toMatchObject({ integrity: 'ok', lost: [], broken: [] });
    expect(found.audits, `audits only grow, ${at}`).toBeGreaterThanOrEqual(audits);
    audits = found.audits;
    await lookThroughBackups(life, isOfDemo, at);
    expect(server.output(), at).not.toMatch(/"level":"error"/);
  }
  await endsWell(life, dataDir, { isOfDemo, before });
  console.log([...life.done].sort().join(' | '));
});

async function inDatabase<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(`file:${dataDir}/startblock.db`);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const looked = <T>(dataDir: string, look: (read: Reader) => Promise<T>): Promise<T> =>
  inDatabase(dataDir, ({ read }) => look(read));

async function backUp(dataDir: string, file: string): Promise<boolean> {
  const [program, ...before] = product();
  const child = spawn(program, [...before, 'backup', file], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** A finished backup is intact. */
async function lookThroughBackups(life: Life, isOfDemo: ReadonlySet<string>, at: string): Promise<void> {
  for (const name of life.backups.splice(0)) {
    const file = join((server as RunningServer).dataDir, 'copies', name);
    const copy = await Database.open(`file:${file}`);
    const [checked] = await copy.read.all<{ integrity_check: string }>(sql`pragma integrity_check`);
    const broken = (await breaches(copy.read)).filter((breach) => !isOfDemo.has(sentenceOf(breach)));
    await copy.close();
    expect([checked?.integrity_check, broken], `${name}, ${at}`).toEqual(['ok', []]);
    for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true });
  }
}

/** Pending work completes, and the provider's books match. */
async function endsWell(
  life: Life,
  dataDir: string,
  { isOfDemo, before }: { isOfDemo: ReadonlySet<string>; before: number },
): Promise<void> {
  const database = await Database.open(`file:${dataDir}/startblock.db`);
  try {
    await vi.waitFor(
      async () => {
        expect(await waitingIn(database.read)).toEqual({ facts: 0, mails: 0, attempts: 0 });
        expect((await capturedOf(database.read)) - before).toBe(await life.captured());
      },
      { timeout: 60_000 + kills * 2000, interval: 200 },
    );
    const broken = (await breaches(database.read)).filter((breach) => !isOfDemo.has(sentenceOf(breach)));
    expect(broken, `SEED=${seed} at the end`).toEqual([]);
    const unheard = await database.read.all(sql`select id, last_error from facts where last_error is not null limit 3`);
    expect(unheard).toEqual([]);
  } finally {
    await database.close();
  }
}
