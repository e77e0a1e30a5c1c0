import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { deleteCookie, getCookie } from 'hono/cookie';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret, saveInBrowser } from '../browser-secrets.ts';
import { refuse } from '../rules/problems.ts';
import { pendingLogins } from '../schema.ts';

/** A login that waits for its second factor, bound to a browser by a cookie; valid once, for ten minutes. */
const cookieName = 'login-step';
const pendingMs = minutes(10);

export type PendingLogin = { id: string; userId: number; provider: string; target: string };

export async function beginPendingLogin(
  deps: Deps,
  context: AppContext,
  login: { userId: number; provider: string; target: string },
): Promise<void> {
  const secret = await saveStep(deps, { ...login, step: 'totp' }, pendingMs);
  saveInBrowser(deps, context, { name: cookieName, value: secret, forMs: pendingMs });
}

type Step = (typeof pendingLogins.$inferInsert)['step'];

export async function saveStep(
  { write }: Pick<Deps, 'write'>,
  login: Omit<typeof pendingLogins.$inferInsert, 'id' | 'createdAt' | 'expiresAt'>,
  forMs: number,
): Promise<string> {
  const secret = secretToken(32);
  await write(({ tx, now }) =>
    tx
      .insert(pendingLogins)
      .values({ ...login, id: hashOfSecret(secret), createdAt: now, expiresAt: plus(now, forMs) }),
  );
  return secret;
}

export const isOpenStep = (step: Step, id: string, now: Instant) =>
  and(
    eq(pendingLogins.id, id),
    eq(pendingLogins.step, step),
    isNull(pendingLogins.usedAt),
    gt(pendingLogins.expiresAt, now),
  );

export async function pendingLoginOf(deps: Deps, context: AppContext): Promise<PendingLogin | null> {
  const secret = getCookie(context, cookieName);
  if (!secret) return null;
  const [row] = await deps.read
    .select()
    .from(pendingLogins)
    .where(isOpenStep('totp', hashOfSecret(secret), deps.clock()));
  return row?.userId ? { id: row.id, userId: row.userId, provider: row.provider, target: row.target } : null;
}

/** @throws Problem INVALID_TOTP_CODE when it is used or expired */
export async function spendPendingLogin({ tx, now }: Work, id: string): Promise<void> {
  const used = await tx
    .update(pendingLogins)
    .set({ usedAt: now })
    .where(isOpenStep('totp', id, now))
    .returning({ id: pendingLogins.id });
  if (used.length === 0) refuse('INVALID_TOTP_CODE', { reason: 'over' });
}

export const forgetPendingCookie = (context: AppContext): void => {
  deleteCookie(context, cookieName, { path: '/' });
};

export async function forgetOldPendingLogins({ tx, now }: Work): Promise<void> {
  await tx.delete(pendingLogins).where(lte(pendingLogins.expiresAt, now));
}
