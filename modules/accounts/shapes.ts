import * as z from 'zod';
import { emailIssue, emailLength, isEmail, normalizeEmail } from '#src/kernel/email.ts';

/** What several calls of the account take. */
export const emailSchema = z
  .string()
  .trim()
  .max(emailLength)
  .refine(isEmail, { error: emailIssue })
  .transform((text) => normalizeEmail(text) as string)
  .describe('An e-mail address');

/** Six digits; as a number they may have lost leading zeros, which then is a wrong code. */
export const codeSchema = z.union([z.string().max(40), z.int().nonnegative().transform(String)]);

/** Why a super admin did something to somebody's account. */
export const longestReason = 200;
export const reasonSchema = z.string().trim().min(1).max(longestReason);
