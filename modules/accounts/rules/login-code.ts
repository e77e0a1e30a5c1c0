import { hours, minutes } from '#src/kernel/time.ts';

/** Of every code that is mailed: for a login, and for a new address. */
export const codeLivesMs = minutes(10);
export const triesPerCode = 5;

/** Of the codes that are mailed when an address has used up its short ones. */
export const longCodeLivesMs = hours(1);
/** One that is good for less than this is followed by a new one. */
export const longCodeLeftMs = minutes(10);
const shortLength = 6;
const longLength = 16;
export const lengthOfCode = (isLong: boolean): number => (isLong ? longLength : shortLength);
export const isLongCode = (code: string): boolean => code.length === longLength;

/** Six digits or 16, with or without the blanks that people and mail programs put between them; null when it is no code. */
export function readLoginCode(input: string): string | null {
  const digits = input.normalize('NFKC').replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff.-]/g, '');
  return /^\d+$/.test(digits) && (digits.length === shortLength || isLongCode(digits)) ? digits : null;
}

/**
 * The purpose and the text of the MAC that is kept of a code. A plain hash of six digits is undone in a second; a MAC
 * needs the installation's secret.
 */
export const loginCodePurpose = 'login-code';
export const loginCodeText = (email: string, code: string): string => `${email}|${code}`;
