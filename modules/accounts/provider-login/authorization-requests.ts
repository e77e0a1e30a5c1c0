import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { randomPKCECodeVerifier } from 'openid-client';
import type { Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { countTries } from '../limits.ts';
import { browserSecret, saveBrowserSecret } from '../providers/cookies.ts';
import type { AuthorizationOptions, AuthorizationSecrets } from '../providers/known-person.ts';
import { protocolOf } from '../providers/protocol.ts';
import type { ProviderName } from '../providers/provider-settings.ts';
import { refuse } from '../rules/problems.ts';
import { providerLogins } from '../schema.ts';

/** Found by `state`, bound to the browser that began it, valid once and for ten minutes. */
const authorizationMs = minutes(10);
const authorizationsPerNetwork: Limit = { name: 'provider-trip', most: 60, windowMs: minutes(10), per: 'address' };

type NewAuthorization = AuthorizationOptions & {
  provider: ProviderName;
  target: string;
};

/** @throws Problem NOT_FOUND when the provider is off, OAUTH_ERROR without its response, TOO_MANY_REQUESTS */
export async function beginAuthorization(deps: Deps, context: AppContext, input: NewAuthorization): Promise<string> {
  const { provider, target, ...options } = input;
  const protocol = await protocolOf(deps, provider);
  await countTries(deps.write, [[authorizationsPerNetwork, context.var.clientAddress]], deps.config.limitFactor);
  const request = { state: secretToken(32), nonce: secretToken(32), codeVerifier: randomPKCECodeVerifier() };
  // Requests of several tabs share the secret, so that all can complete.
  const browser = browserSecret(context) ?? secretToken(32);
  const { state, nonce, codeVerifier } = request;
  await deps.write(({ tx, now }) =>
    tx.insert(providerLogins).values({
      id: hashOfSecret(state),
      provider,
      nonce,
      codeVerifier,
      target,
      browserHash: hashOfSecret(browser),
      createdAt: now,
      expiresAt: plus(now, authorizationMs),
    }),
  );
  saveBrowserSecret(deps, context, browser);
  return (await protocol.authorizationUrl(request, options)).toString();
}

/** Another browser does not use it up. @throws Problem INVALID_STATE, INVALID_REDIRECT_STATE (another browser) */
export async function takeAuthorizationRequest(
  { write }: Pick<Deps, 'write'>,
  input: { provider: ProviderName; state: string; browser: string | null },
): Promise<AuthorizationSecrets & { target: string }> {
  const { provider, state, browser } = input;
  const id = hashOfSecret(state);
  return write(async ({ tx, now }) => {
    const isOpen = and(
      eq(providerLogins.id, id),
      eq(providerLogins.provider, provider),
      isNull(providerLogins.usedAt),
      gt(providerLogins.expiresAt, now),
    );
    const [request] = await tx.select().from(providerLogins).where(isOpen);
    if (!request) return refuse('INVALID_STATE');
    if (browser === null || request.browserHash !== hashOfSecret(browser)) return refuse('INVALID_REDIRECT_STATE');
    const used = await tx
      .update(providerLogins)
      .set({ usedAt: now })
      .where(isOpen)
      .returning({ id: providerLogins.id });
    if (used.length === 0) refuse('INVALID_STATE');
    return { state, nonce: request.nonce, codeVerifier: request.codeVerifier, target: request.target };
  });
}

export async function forgetOldAuthorizationRequests({ tx, now }: Pick<Work, 'tx' | 'now'>): Promise<void> {
  await tx.delete(providerLogins).where(lte(providerLogins.expiresAt, now));
}
