import { expect, test } from 'vitest';
import { makeSigner } from '#src/access/signer.ts';
import { openTotpSecret, sealTotpSecret } from './totp-code.ts';

const signer = makeSigner('a secret for tests alone');
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('a sealed secret opens for its person, and is another text each time', () => {
  const sealed = sealTotpSecret(signer, 7, secret);
  expect(openTotpSecret(signer, 7, sealed)).toBe(secret);
  expect(sealed).not.toContain(secret);
  expect(sealTotpSecret(signer, 7, secret)).not.toBe(sealed);
});

test('a secret sealed with the previous key of the installation still opens', () => {
  const sealed = sealTotpSecret(signer, 7, secret);
  expect(openTotpSecret(makeSigner('a new secret', ['a secret for tests alone']), 7, sealed)).toBe(secret);
});

test('a sealed secret opens for no other person, under no other key, and not when a bit changed', () => {
  const sealed = sealTotpSecret(signer, 7, secret);
  expect(openTotpSecret(signer, 8, sealed)).toBeNull();
  expect(openTotpSecret(makeSigner('another'), 7, sealed)).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (const place of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(openTotpSecret(signer, 7, changed.toString('base64url'))).toBeNull();
  }
});
