import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signer } from '#src/platform/signer.ts';

/**
 * The authenticator's secret at rest: AES-256-GCM (NIST SP 800-38D) under a key of the installation, with the person's id
 * as additional data, so that a secret copied into another person's row opens nothing. Text: nonce, ciphertext, tag.
 */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = (signer: Signer) => signer.key('totp');
const boundTo = (userId: number) => Buffer.from(`user|${userId}`);

export function sealTotpSecret(signer: Signer, userId: number, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(signer), nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(userId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** @throws Error when it was sealed for somebody else, by another installation, or changed since. */
export function openTotpSecret(signer: Signer, userId: number, text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const cipher = createDecipheriv(algorithm, keyOf(signer), nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(userId));
  cipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([cipher.update(bytes.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString('utf8');
}
