import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { secretToken } from '#src/kernel/ids.ts';
import { type Clock, type Instant, minutes, plus, seconds } from '#src/kernel/time.ts';
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

export type TokenClaims = Record<string, unknown> & { sub: string };
export type TokenMaker = {
  keys(): Promise<{ keys: JWK[] }>;
  idToken(claims: TokenClaims, error: OidcError): Promise<string>;
};

/** Signs id_tokens, correctly or with a fault. Keys are created on first use and not stored. */
export function makeTokens(options: { issuer: string; clientId: string; secret: string; clock: Clock }): TokenMaker {
  const { issuer, clientId, secret, clock } = options;
  const made = new Map<string, ReturnType<typeof newKey>>();
  const newKey = () => generateKeyPair('RS256', { extractable: true });
  const keyOf = (kid: string) => {
    const key = made.get(kid) ?? newKey();
    made.set(kid, key);
    return key;
  };

  return {
    async keys() {
      const { publicKey } = await keyOf('test-1');
      return { keys: [{ ...(await exportJWK(publicKey)), kid: 'test-1', use: 'sig', alg: 'RS256' }] };
    },
    async idToken(claims, error) {
      const now = Math.floor(clock() / 1000);
      const shift = error === 'expiredToken' ? -3600 : error === 'fromTheFuture' ? 3600 : 0;
      const payload = {
        ...claims,
        ...(error === 'wrongNonce' ? { nonce: 'another' } : {}),
        iss: error === 'wrongIssuer' ? 'https://another.example' : issuer,
        aud: error === 'wrongAudience' ? 'another-client' : clientId,
        iat: now + shift,
        exp: now + shift + minutes(10) / 1000,
      };
      if (error === 'unsigned') {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ alg: 'none', typ: 'JWT' })}.${part(payload)}.`;
      }
      const token = new SignJWT(payload);
      if (error === 'sharedSecret') {
        // Shorter secrets are not valid for HS256, which is not what this tests.
        return token.setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret.padEnd(32, '.')));
      }
      const kid = error === 'unknownKey' ? 'test-2' : 'test-1';
      const { privateKey } = await keyOf(kid);
      return token.setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    },
  };
}
