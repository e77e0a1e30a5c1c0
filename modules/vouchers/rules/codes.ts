import * as z from 'zod';
import { foldCode } from './voucher.ts';

/**
 * Letters and digits that nobody takes for another, read or typed: without 0 O, 1 I L, 2 Z, 5 S, 8 B, 6 G and U V. And
 * without the vowels A and E, so that no words come about by chance.
 */
export const codeAlphabet = '3479CDFHJKMNPQRTWXY';
/** 19 to the power of 8: where 10,000 codes are out, one guess in 1.7 million hits. */
export const randomPart = 8;
export const maxCodesAtOnce = 10_000;
export const longestCode = 50;
const longestPrefix = 20;

const hasControls = (text: string): boolean => /\p{C}/u.test(text);

/** What generated codes begin with; may be empty. */
export const prefixSchema = z
  .string()
  .trim()
  .max(longestPrefix)
  .refine((text) => !hasControls(text), { error: 'vouchers.error.characters' });

/** A code as somebody names it: without spaces around it, and single ones inside. */
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
