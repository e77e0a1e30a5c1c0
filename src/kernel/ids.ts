import { randomBytes, randomInt } from 'node:crypto';

/** Database ids are positive integers; this is a text that nobody can guess: `bytes` random bytes, base64url. */
export const secretToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');
/** `length` decimal digits, uniformly random. */
export const randomDigits = (length: number): string => Array.from({ length }, () => String(randomInt(0, 10))).join('');
