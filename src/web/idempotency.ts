import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { openSealed, sealText } from '#src/access/sealed-text.ts';
import { insertOnce } from '#src/data/hot-statements.ts';
import { idempotencyKeys } from '#src/data/schema.ts';
import type { Work } from '#src/data/work.ts';
import { Problem, type ProblemStatus, refuse, refuseFields } from '#src/kernel/problem.ts';
import { hours, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from './http.ts';

/**
 * Calls with the header `idempotency-key` (draft-ietf-httpapi-idempotency-key-header) take effect once: the key is stored in the
 * transaction of the call's first write, with the response for 24 hours. A repeated call gets that response; the same key with
 * another body is refused.
 */
export const keyLifeMs = hours(24);
const maxKeyLength = 200;

/** @throws Problem VALIDATION_FAILED for a key of more than 200 characters */
export function idempotencyKeyOf(context: AppContext): string | null {
  const key = context.req.header('idempotency-key')?.trim() || null;
  return key && key.length > maxKeyLength ? refuseFields({ 'idempotency-key': ['tooLong'] }) : key;
}

/** Independent of whitespace between names. */
export const hashBody = (body: unknown): string => sha256(JSON.stringify(body ?? null));
export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

export type KeyedCall = {
  /** The owner; people do not share keys. */
  scope: string;
  /** Method and path. */
  request: string;
  key: string;
  bodyHash: () => Promise<string>;
};
type StoredAnswer = { body?: unknown; problem?: { code: string; status: ProblemStatus; details: object } };

const underWay = new Map<string, Promise<unknown>>();

/**
 * Runs a call once per key. `run` gets dependencies whose first durable write stores the key.
 * @returns the first result of `run`; `undefined` for a call without a response
 * @throws Problem IDEMPOTENCY_KEY_REUSED for another body, IDEMPOTENCY_KEY_IN_USE while another process runs the call or when its
 * response was lost, and the errors of `run`
 */
export async function oncePerKey(deps: Deps, call: KeyedCall, run: (deps: Deps) => Promise<unknown>): Promise<unknown> {
  const id = sha256([call.scope, call.request, call.key].join('\n'));
  while (underWay.has(id)) await underWay.get(id);
  const running = answerOnce(deps, id, call, run);
  const settled = running.then(
    () => underWay.delete(id),
    () => underWay.delete(id),
  );
  underWay.set(id, settled);
  return running;
}

async function answerOnce(deps: Deps, id: string, call: KeyedCall, run: (deps: Deps) => Promise<unknown>) {
  const [stored] = await deps.read.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id));
  if (stored && stored.expiresAt > deps.clock()) {
    if (stored.bodyHash !== (await call.bodyHash())) return refuse('IDEMPOTENCY_KEY_REUSED');
    if (stored.answer === null) return refuse('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: 1 });
    const { body, problem } = JSON.parse(openSealed(deps.signer, purpose, id, stored.answer)) as StoredAnswer;
    if (problem) throw new Problem(problem.code, problem.status, problem.details as Record<string, unknown>);
    return body;
  }
  let isStored = false;
  const write: Deps['write'] = async (verb, care) => {
    if (isStored || care?.mayBeLost) return deps.write(verb, care);
    const bodyHash = await call.bodyHash();
    const result = await deps.write(async (work) => {
      await storeKey(work, id, bodyHash);
      return verb(work);
    }, care);
    isStored = true;
    return result;
  };
  const save = async (answer: StoredAnswer) => {
    if (!isStored) return;
    const sealed = sealText(deps.signer, purpose, id, JSON.stringify(answer));
    await deps.write(({ tx }) => tx.update(idempotencyKeys).set({ answer: sealed }).where(eq(idempotencyKeys.id, id)));
  };
  try {
    const body = await run({ ...deps, write });
    if (!(body instanceof Response)) await save({ body });
    return body;
  } catch (error) {
    if (error instanceof Problem) {
      const { code, status, details } = error;
      await save({ problem: { code, status, details } });
    }
    throw error;
  }
}
const purpose = 'idempotency';

async function storeKey({ tx, now }: Work, id: string, bodyHash: string): Promise<void> {
  await tx.delete(idempotencyKeys).where(and(eq(idempotencyKeys.id, id), lt(idempotencyKeys.expiresAt, now)));
  const row = { id, bodyHash, answer: null, expiresAt: plus(now, keyLifeMs) };
  if (!(await insertOnce(tx, idempotencyKeys, row, ['id']))) refuse('IDEMPOTENCY_KEY_IN_USE', { retryAfterSeconds: 1 });
}

export async function forgetIdempotencyKeys({ tx, now }: Work): Promise<void> {
  await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
}
