import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { appleSecret, isAppleKey } from './openid.ts';

const now = instant(Date.UTC(2026, 2, 2));
const options = { clientId: 'at.example.shop', issuer: 'https://appleid.apple.com', now };

test.each(['\n', '\\n'])('is signed by the key of the setting, its lines ended by %j', async (end) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const setting = `TEAM123/KEY456/${(await exportPKCS8(privateKey)).trim().replaceAll('\n', end)}`;
  expect(isAppleKey(setting)).toBe(true);
  const secret = await appleSecret(setting, options);
  expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY456' });
  const { payload } = await jwtVerify(secret, publicKey, { currentDate: new Date(now) });
  expect(payload).toEqual({
    iss: 'TEAM123',
    sub: 'at.example.shop',
    aud: 'https://appleid.apple.com',
    iat: now / 1000,
    exp: now / 1000 + 300,
  });
});

test.each(['', 'a plain secret', 'TEAM/KEY/secret', '-----BEGIN PRIVATE KEY-----x-----END PRIVATE KEY-----'])(
  '%j is sent as it is',
  (setting) => {
    expect(isAppleKey(setting)).toBe(false);
  },
);
