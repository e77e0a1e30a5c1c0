import { hours, minutes } from '#src/kernel/time.ts';

export const codeLivesMs = minutes(10);
export const triesPerCode = 5;

export const longCodeLivesMs = hours(1);
/** A long code with less time left is replaced. */
export const longCodeLeftMs = minutes(10);
const shortLength = 6;
const longLength = 16;
export const lengthOfCode = (isLong: boolean): number => (isLong ? longLength : shortLength);
export const isLongCode = (code: string): boolean => code.length === longLength;

/** Six or 16 digits; blanks are ignored. Null for other input. */
export function readLoginCode(input: string): string | null {
  const digits = input.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff.-]/g, '');
  return /^\d+$/.test(digits) && (digits.length === shortLength || isLongCode(digits)) ? digits : null;
}

/** A plain hash of six digits is reversed in a second; a MAC needs the installation's secret. */
export const loginCodePurpose = 'login-code';
export const loginCodeText = (email: string, code: string): string => `${email}|${code}`;

/** Eight characters of base32 (RFC 4648): 40 random bits, usable once, five attempts in ten minutes. */
const shape = /^[A-Z2-7]{8}$/;

/** Ignores case, blanks and hyphens. Null when it is not a code. */
export function readRecoveryCode(input: string): string | null {
  const code = input
    .normalize('NFKC')
    .replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff\p{Pd}]/gu, '')
    .toUpperCase();
  return shape.test(code) ? code : null;
}

/** `ABCD-EFGH`, easier to copy. */
export const groupRecoveryCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 32 divides 256, so all characters are equally likely. */
export const recoveryCodeOf = (eightRandomBytes: Uint8Array): string =>
  Array.from(eightRandomBytes, (byte) => alphabet[byte % 32]).join('');

export const recoveryCodePurpose = 'recovery-code';
export const recoveryCodeText = (userId: number, code: string): string => `${userId}|${code}`;
