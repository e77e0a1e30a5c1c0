import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSigner, type Signer } from '#src/access/signer.ts';
import type { Config } from '#src/config/config.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { orIfMissing } from '#src/runtime/file-system.ts';
import { Refusal } from '#src/runtime/refusal.ts';

/**
 * The installation's secret comes from SECRET or a file in DATA_DIR. The database stores its fingerprint, because a shop that
 * suddenly signs with another secret refuses all its sold tickets and links.
 */
type Ask = (sql: string, args?: string[]) => Promise<readonly Record<string, unknown>[]>;

export const secretFile = 'secret';
const fingerprintName = 'secret-fingerprint';
const formerName = 'secret-fingerprints-former';

/** Reveals nothing about the secret. */
const fingerprintOf = (secret: string): string => makeSigner(secret).mac('fingerprint', 'startblock').slice(0, 22);

/** The secret of the setting or the data folder; null when neither has one. */
export async function secretAtHand({ secret, dataDir }: Pick<Config, 'secret' | 'dataDir'>): Promise<string | null> {
  const kept = secret ?? (await orIfMissing(readFile(join(dataDir, secretFile), 'utf8'), '')).trim();
  return kept === '' ? null : kept;
}

/** Creates the secret; of two processes that start together, the first file wins. */
async function makeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, secretFile);
  await writeFile(path, secretToken(48), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(path, 'utf8')).trim();
}

/** The signer of a process. @throws Refusal when the secret is missing or differs from the one used so far */
export async function signerFor(config: Config, ask: Ask): Promise<Signer> {
  const { secretPrevious, dataDir } = config;
  const fault = await faultOfSecret(config, ask);
  if (fault !== null) throw new Refusal(`${fault}, or run "secret accept" to give all that up`);
  const secret = (await secretAtHand(config)) ?? (await makeSecret(dataDir));
  return makeSigner(secret, secretPrevious === null ? [] : [secretPrevious]);
}

/** The signer of a command that signs nothing permanent; it neither creates nor checks a secret. */
export const signerForNow = async (config: Config): Promise<Signer> =>
  makeSigner((await secretAtHand(config)) ?? secretToken(48));

/** What is wrong with the secret and what to do; null when nothing is. */
export async function faultOfSecret(config: Config, ask: Ask): Promise<string | null> {
  const { secretPrevious, dataDir } = config;
  const known = await knownFingerprint(ask);
  const secret = await secretAtHand(config);
  const path = join(dataDir, secretFile);
  if (!secret) {
    const orders = await countOrders(ask);
    if (orders === 0) return null;
    return `the secret is gone: SECRET is not set and there is no ${path}, but tickets and links of ${orders} orders were signed with it; put back the file from a backup or set SECRET`;
  }
  if (known === null) return null;
  const former = ((await noted(ask, formerName)) ?? '').split(' ');
  const isPreviousKnown = secretPrevious === null || [known, ...former].includes(fingerprintOf(secretPrevious));
  if (fingerprintOf(secret) === known && !isPreviousKnown)
    return 'SECRET_PREVIOUS is not one that this shop has signed with: set the right one, or leave it away';
  const isKnown = [secret, secretPrevious].some((one) => one !== null && fingerprintOf(one) === known);
  if (isKnown) return null;
  const what = config.secret === null ? `the secret in ${path}` : 'SECRET';
  return `${what} is not the one of this shop: the tickets and links that it has sold and sent would be worthless; put the former one back, or set it as SECRET_PREVIOUS beside the new SECRET`;
}

/** Stores the current secret's fingerprint. */
export async function noteSecret(config: Config, ask: Ask): Promise<void> {
  const secret = (await secretAtHand(config)) ?? (await makeSecret(config.dataDir));
  const now = fingerprintOf(secret);
  const known = await knownFingerprint(ask);
  if (known === now) return;
  // Without a stored fingerprint, an update and a change of the secret coincide.
  const before = known ?? (config.secretPrevious === null ? null : fingerprintOf(config.secretPrevious));
  const former = await noted(ask, formerName);
  if (before !== null) await note(ask, formerName, former === null ? before : `${former} ${before}`);
  await note(ask, fingerprintName, now);
}

const note = (ask: Ask, name: string, value: string) =>
  ask('INSERT INTO installation (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', [
    name,
    value,
  ]);

/** Whether the database was signed with this secret; null when it has no fingerprint. */
export async function isSecretOf(secret: string, ask: Ask): Promise<boolean | null> {
  const known = await knownFingerprint(ask);
  return known === null ? null : known === fingerprintOf(secret);
}

const knownFingerprint = (ask: Ask): Promise<string | null> => noted(ask, fingerprintName);

async function noted(ask: Ask, name: string): Promise<string | null> {
  if (!(await hasTable(ask, 'installation'))) return null;
  const [row] = await ask('SELECT value FROM installation WHERE name = ?', [name]);
  return row ? String(row.value) : null;
}

async function countOrders(ask: Ask): Promise<number> {
  if (!(await hasTable(ask, 'orders'))) return 0;
  const [row] = await ask('SELECT count(*) AS n FROM orders');
  return Number(row?.n ?? 0);
}

const hasTable = async (ask: Ask, name: string): Promise<boolean> =>
  (await ask("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name])).length > 0;
