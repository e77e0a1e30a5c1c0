import * as z from 'zod';
import { genders } from '#modules/accounts/rules/genders.ts';
import { birthDateSchema, countryCodeSchema, nameSchema } from '#modules/accounts/rules/person-shapes.ts';
import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { emailIssue, emailLength, isEmail } from '#src/kernel/email.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** Maximum of saved people per account. */
export const maxCompanions = 100;

/** Minors are saved only with the consent of their guardians. */
const ofAge = 18;

/** Whether the person is under age on that day. */
export const isMinor = (birthDate: CalendarDate, today: CalendarDate): boolean => ageOn(birthDate, today) < ofAge;

const name = nameSchema.refine((text) => text !== '', { error: 'required' });

export const companionInput = z.object({
  firstName: name,
  lastName: name,
  birthDate: birthDateSchema.transform((text) => text as CalendarDate),
  gender: z.enum(genders, { error: 'option' }).nullish(),
  nationalityCountryCode: countryCodeSchema.nullish(),
  email: z
    .string()
    .trim()
    .max(emailLength)
    .refine((text) => text === '' || isEmail(text), { error: emailIssue })
    .nullish(),
  club: z.string().overwrite(oneLine).max(100).nullish(),
  /** For a minor: the account's owner is a guardian or has the guardians' consent. */
  guardiansAgree: z.boolean().optional(),
});
export type CompanionInput = z.output<typeof companionInput>;
