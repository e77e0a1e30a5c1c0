import { randomBytes, randomInt } from 'node:crypto';

/** A random text of `bytes` bytes in base64url. */
export const secretToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
/** `length` random decimal digits. */
export const randomDigits = (length: number): string => Array.from({ length }, () => String(randomInt(0, 10))).join('');
