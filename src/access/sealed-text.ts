import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Signer } from './signer.ts';

/**
 * AES-256-GCM (NIST SP 800-38D) for text at rest. The key belongs to `purpose`; `owner` is additional data, so that a text copied
 * to another row cannot be opened. Format: nonce, ciphertext, tag, as base64url.
 */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function sealText(signer: Signer, purpose: string, owner: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, signer.key(purpose), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** @throws Error for a text of another owner, purpose or installation, and one that was changed */
export function openSealed(signer: Signer, purpose: string, owner: string, sealed: string): string {
  const [key, previous] = signer.keys(purpose);
  try {
    return openWith(key, owner, sealed);
  } catch (error) {
    if (!previous) throw error;
    return openWith(previous, owner, sealed);
  }
}

function openWith(key: Uint8Array = new Uint8Array(), owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(owner));
  cipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([cipher.update(bytes.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString('utf8');
}
