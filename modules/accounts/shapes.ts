import * as z from 'zod';
import { emailIssue, emailLength, isEmail, normalizeEmail } from '#src/kernel/email.ts';

export const emailSchema = z
  .string()
  .trim()
  .max(emailLength)
  .refine(isEmail, { error: emailIssue })
  .transform((text) => normalizeEmail(text) as string)
  .describe('Email address');

/** Six digits. A number may have lost leading zeros, which makes a wrong code. */
export const codeSchema = z.union([z.string().max(40), z.int().nonnegative().transform(String)]);

export const longestReason = 200;
export const reasonSchema = z.string().trim().min(1).max(longestReason);
