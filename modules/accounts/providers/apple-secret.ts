import { importPKCS8, SignJWT } from 'jose';
import { type Instant, minutes } from '#src/kernel/time.ts';

/**
 * Apple has no client secret: a short-lived token is signed with the private key of the team. The setting is
 * `TEAM/KEY/-----BEGIN PRIVATE KEY-----…` with real line ends or `\n`.
 */
const shape = /^([A-Za-z0-9]+)\/([A-Za-z0-9]+)\/(-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----)\s*$/;
const livesMs = minutes(5);

const partsOf = (setting: string) => shape.exec(setting.replaceAll('\\n', '\n'));
export const isAppleKey = (setting: string): boolean => partsOf(setting) !== null;

/** @throws when the key is not an ES256 key */
export async function appleSecret(
  setting: string,
  { clientId, issuer, now }: { clientId: string; issuer: string; now: Instant },
): Promise<string> {
  const [, team = '', keyId = '', pem = ''] = partsOf(setting) ?? [];
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + livesMs / 1000)
    .setAudience(issuer)
    .setSubject(clientId)
    .sign(await importPKCS8(pem, 'ES256'));
}
