import { randomInt } from 'node:crypto';

const lowerCase = 'abcdefghijklmnopqrstuvwxyz0123456789';
const mixedCase = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerCase}`;

const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** 32 characters, lower case and digits. */
export const newToken = (): string => pick(lowerCase, 32);
/** 28 characters, both cases and digits. */
export const newTransactionId = (): string => pick(mixedCase, 28);
export const digits = (length: number): string => pick('0123456789', length);
/** Clients must not rely on this format. */
export const captureIdOf = (transactionId: string): string => `${transactionId}_c`;
