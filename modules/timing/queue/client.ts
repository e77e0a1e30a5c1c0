import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { InsideAddress, requireOutside } from '#src/web/outside-address.ts';
import { refusalIn } from '../rules/answers.ts';
import { type PushError, restOf } from '../rules/push.ts';
import { raceResultTurns } from '../schema.ts';

/** Log, errors and metrics contain neither address nor payload. The organizer alone sees the error of RACE RESULT. */
export type Call = {
  address: string;
  method: 'GET' | 'POST';
  query: Readonly<Record<string, string>>;
  body?: unknown;
};
export type Failure = {
  ok: false;
  error: PushError;
  message: string;
  /** The call may have taken effect despite the failure. */
  maybeDone: boolean;
};
/** `later`: another call has the turn at this address; nothing was sent. */
export type Outcome = { ok: true; text: string } | Failure | { ok: false; later: Instant };
export type CallDeps = Pick<Deps, 'read' | 'write' | 'clock' | 'config' | 'fetch' | 'log'>;

const timeoutMs = 30_000;
const maxBytes = 20_000_000;
/** Maximum wait of a worker for its turn. */
const longestWaitMs = 2500;

export async function callAddress(deps: CallDeps, call: Call): Promise<Outcome> {
  const key = turnKey(call.address);
  const later = await takeTurn(deps, key);
  if (later !== null) return { ok: false, later };
  const outcome = await send(deps, call);
  const error = outcome.ok ? null : outcome.error;
  await noteTurn(deps, key, error === 'busy' || error === 'noAnswer' ? error : null);
  return outcome;
}

async function send(
  deps: CallDeps,
  { address, method, query, body }: Call,
): Promise<{ ok: true; text: string } | Failure> {
  const failed = (error: PushError, maybeDone: boolean, reason = ''): Failure => ({
    ok: false,
    error,
    message: reason,
    maybeDone,
  });
  try {
    await requireOutside(address, deps.config);
  } catch (error) {
    if (error instanceof InsideAddress) return failed('address', false);
    throw error;
  }
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  let status: number;
  let text: string;
  try {
    const response = await deps.fetch(url.href, {
      method,
      redirect: 'error',
      // A new connection: on a broken kept-alive one the runtime retries by itself and would reserve a second number.
      keepalive: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json, text/plain',
        ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    status = response.status;
    text = await textOf(response);
  } catch {
    return failed('noAnswer', true);
  }
  if (status >= 200 && status < 300) return { ok: true, text };
  if (status === 406 || status === 429) return failed('busy', false);
  if (status >= 500 || status === 408) return failed('noAnswer', true);
  const reason = status >= 400 ? refusalIn(text) : '';
  // An unknown participant is a valid answer.
  if (status >= 400 && isUnknown(reason)) return failed('unknownThere', false, reason);
  if (status === 401 || status === 403 || status === 404 || status === 410) return failed('closed', false);
  return status >= 400 ? failed('refused', false, reason) : failed('unexpected', false);
}

const isUnknown = (reason: string): boolean =>
  /not found|unknown|no participant|nicht gefunden/i.test(reason) &&
  /bib|participant|pid/i.test(reason) &&
  !/field/i.test(reason);

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error('an answer that is too long');
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Query parameters belong to the key. */
const turnKey = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32);

/** Returns null once the turn is taken, else when to try again. */
async function takeTurn(deps: CallDeps, key: string): Promise<Instant | null> {
  for (let tries = 0; ; tries++) {
    const next = await askTurn(deps, key);
    const wait = next - deps.clock();
    if (wait <= 0) return null;
    if (wait > longestWaitMs || tries === 3) return next;
    await new Promise((resume) => setTimeout(resume, wait));
    // A clock that stands still (in tests) is moved by its owner.
    if (deps.clock() < next) return next;
  }
}

/** Takes the turn when it is free; returns from when on the address may be called. */
async function askTurn({ read, write, config }: CallDeps, address: string): Promise<Instant> {
  const isIt = eq(raceResultTurns.address, address);
  const interval = config.raceResultIntervalMs;
  if (interval === 0) {
    const [turn] = await read.select({ at: raceResultTurns.nextCallAt }).from(raceResultTurns).where(isIt);
    return turn?.at ?? instant(0);
  }
  return write(async ({ tx, now }) => {
    const [turn] = await tx.select({ at: raceResultTurns.nextCallAt }).from(raceResultTurns).where(isIt);
    if (turn && turn.at > now) return turn.at;
    const nextCallAt = plus(now, interval);
    await tx
      .insert(raceResultTurns)
      .values({ address, nextCallAt })
      .onConflictDoUpdate({ target: raceResultTurns.address, set: { nextCallAt } });
    return now;
  });
}

/** An address that is busy or fails repeatedly rests. */
async function noteTurn({ read, write }: CallDeps, address: string, slow: 'busy' | 'noAnswer' | null): Promise<void> {
  const isIt = eq(raceResultTurns.address, address);
  const [turn] = await read.select().from(raceResultTurns).where(isIt);
  const failures = slow ? (turn?.failures ?? 0) + 1 : 0;
  if (failures === (turn?.failures ?? 0)) return;
  await write(async ({ tx, now }) => {
    const rest = slow ? restOf(failures, slow === 'busy') : 0;
    const known = turn?.nextCallAt ?? now;
    const nextCallAt = instant(Math.max(known, now + rest));
    await tx
      .insert(raceResultTurns)
      .values({ address, nextCallAt, failures })
      .onConflictDoUpdate({ target: raceResultTurns.address, set: { nextCallAt, failures } });
  });
}
