import { createHash } from 'node:crypto';
import { secretToken } from '#src/kernel/ids.ts';
import { type Clock, type Instant, plus, seconds } from '#src/kernel/time.ts';
import type { OidcError, TestPerson } from './people.ts';

export type Grant = {
  person: TestPerson;
  error: OidcError;
  scope: string;
  sharesEmail: boolean;
  nonce: string | null;
  codeChallenge: string | null;
  redirectUri: string;
};

const codeLivesMs = seconds(60);

/** Codes and access tokens in memory; each code is valid once and for a minute. */
export function makeGrants(clock: Clock) {
  const codes = new Map<string, { grant: Grant; until: Instant }>();
  const tokens = new Map<string, Grant>();
  return {
    newCode(grant: Grant): string {
      for (const [code, { until }] of codes) if (until <= clock()) codes.delete(code);
      const code = secretToken(24);
      codes.set(code, { grant, until: plus(clock(), codeLivesMs) });
      return code;
    },
    takeCode(code: string, redirectUri: string): Grant | null {
      const found = codes.get(code);
      codes.delete(code);
      if (!found || found.until <= clock() || found.grant.redirectUri !== redirectUri) return null;
      return found.grant;
    },
    newToken(grant: Grant): string {
      const token = secretToken(24);
      // Bounds the memory of a long-running demo.
      if (tokens.size >= 1000) tokens.clear();
      tokens.set(token, grant);
      return token;
    },
    byToken: (token: string): Grant | null => tokens.get(token) ?? null,
  };
}

/** PKCE (RFC 7636), S256 only. */
export const answersChallenge = ({ codeChallenge }: Grant, verifier: string): boolean =>
  codeChallenge !== null && createHash('sha256').update(verifier).digest('base64url') === codeChallenge;

/** Claims by scope (OpenID Connect Core, section 5.4). */
export function claimsOf({ person, scope, sharesEmail }: Grant): Record<string, unknown> & { sub: string } {
  const scopes = scope.split(/[ ,]/);
  const { id, firstname, lastname, birthDate, email, isEmailVerified } = person;
  const showsEmail = scopes.includes('email') && sharesEmail && email !== null;
  return {
    sub: `test-${id}`,
    ...(scopes.includes('profile') ? { given_name: firstname, family_name: lastname, birthdate: birthDate } : {}),
    ...(showsEmail ? { email, email_verified: isEmailVerified } : {}),
    // Like Google Workspace for its own mailboxes.
    ...(showsEmail && isEmailVerified ? { hd: email.split('@')[1] } : {}),
  };
}
