import * as z from 'zod';
import { foldCode } from './voucher.ts';

/** No characters that look or sound alike (0O 1IL 2Z 5S 8B 6G UV), and no A and E, to avoid words. */
export const codeAlphabet = '3479CDFHJKMNPQRTWXY';
/** 19^8: with 10,000 codes one guess in 1.7 million hits. */
export const randomPart = 8;
export const maxCodesAtOnce = 10_000;
export const longestCode = 50;
const longestPrefix = 20;

const hasControls = (text: string): boolean => /\p{C}/u.test(text);

/** May be empty. */
export const prefixSchema = z
  .string()
  .trim()
  .max(longestPrefix)
  .refine((text) => !hasControls(text), { error: 'vouchers.error.characters' });

/** Trimmed, with single spaces. */
export const givenCode = z
  .string()
  .max(1000)
  .transform((text) => text.trim().replace(/ +/g, ' '))
  .pipe(
    z
      .string()
      .min(1)
      .max(longestCode)
      .refine((text) => !hasControls(text) && foldCode(text) !== '', { error: 'vouchers.error.characters' }),
  );
