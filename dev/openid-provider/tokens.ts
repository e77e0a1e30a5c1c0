import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { type Clock, minutes } from '#src/kernel/time.ts';
import type { OidcError } from './people.ts';

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
