import { createHash } from 'node:crypto';
import * as z from 'zod';
import { emailLength, isEmail, normalizeEmail } from '#src/kernel/email.ts';
import { isCalendarDate } from '#src/kernel/time.ts';
import type { Viewer } from '#src/platform/http.ts';
import { isLocale } from '#src/platform/locale.ts';
import { countryCodes } from '#src/ui/countries.ts';
import { addressAnswer, addressSchema, addressShape, genders } from './rules/address.ts';
import type { User } from './users.ts';

/** The JSON of the account calls. */
export const emailSchema = z
  .string()
  .trim()
  .max(emailLength)
  .refine(isEmail, { error: 'email' })
  .transform((text) => normalizeEmail(text) as string)
  .describe('An e-mail address');

/** Six digits; as a number they may have lost leading zeros, which then is a wrong code. */
export const codeSchema = z.union([z.string().max(40), z.int().nonnegative().transform(String)]);

const countryCodeSchema = z.enum(countryCodes as [string, ...string[]]);
const birthDateSchema = z
  .string()
  .trim()
  .refine((text) => isCalendarDate(text) && text >= '1900-01-01', { error: 'date' })
  .describe('YYYY-MM-DD');

export const settingsChangeSchema = z.object({
  termsOfUseAccepted: z.boolean().optional(),
  language: z.enum(['de', 'en-us']).optional(),
  firstname: z.string().trim().max(100).nullable().optional(),
  lastname: z.string().trim().max(100).nullable().optional(),
  gender: z.enum(genders).nullable().optional(),
  birthDate: birthDateSchema.nullable().optional(),
  nationalityCountryCode: countryCodeSchema.nullable().optional(),
  contactAddress: z.optional(z.nullable(addressSchema)),
});
export type SettingsChange = z.output<typeof settingsChangeSchema>;

export const accountAnswer = z.object({
  userData: z.object({
    id: z.int(),
    email: z.string(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    gender: z.enum(genders).nullable(),
    birthDate: z.string().nullable(),
    nationalityCountryCode: z.string().nullable(),
    contactAddress: z.nullable(addressAnswer),
    isSuperAdmin: z.boolean(),
    pendingOrders: z.array(z.object({ orderId: z.int() })),
  }),
  userSettings: z.object({
    role: z.enum(['user', 'organizer', 'superAdmin']),
    language: z.enum(['de', 'en-us']).nullable(),
    termsOfUseAccepted: z.boolean(),
  }),
});
export type AccountAnswer = z.input<typeof accountAnswer>;

/**
 * In place of the account's id while its mailbox is not proven: ids count up, so a small one would tell a stranger that
 * the address has had an account for long.
 */
const idOfVisit = ({ visitId }: Viewer): number =>
  createHash('sha256').update(`visitor|${visitId}`).digest().readUIntBE(0, 6) + 1;

/** What a session may see of its account: nothing stored, while the mailbox is not proven. */
export function accountShape(viewer: Viewer, user: User | null, pendingOrders: { orderId: number }[]): AccountAnswer {
  const shown = viewer.level === 'verified' ? user : null;
  return {
    userData: {
      id: viewer.level === 'verified' ? viewer.userId : idOfVisit(viewer),
      email: viewer.email,
      firstname: shown?.firstname ?? null,
      lastname: shown?.lastname ?? null,
      gender: shown?.gender ?? null,
      birthDate: shown?.birthDate ?? null,
      nationalityCountryCode: shown?.nationalityCountryCode ?? null,
      contactAddress: addressShape(shown?.contactAddress ?? null),
      isSuperAdmin: viewer.isSuperAdmin,
      pendingOrders,
    },
    userSettings: {
      role: viewer.isSuperAdmin ? 'superAdmin' : viewer.organizerIds.length > 0 ? 'organizer' : 'user',
      language: isLocale(shown?.language) ? shown.language : null,
      termsOfUseAccepted: shown?.termsAcceptedAt != null,
    },
  };
}
