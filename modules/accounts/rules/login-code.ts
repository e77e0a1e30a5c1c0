import { hours, minutes } from '#src/kernel/time.ts';

/** For codes of logins and of address changes. */
export const codeLivesMs = minutes(10);
export const triesPerCode = 5;

/** For long codes. */
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

/**
 * Purpose and text of the MAC. A plain hash of six digits is reversed in a second; a MAC needs the installation's
 * secret.
 */
export const loginCodePurpose = 'login-code';
export const loginCodeText = (email: string, code: string): string => `${email}|${code}`;
