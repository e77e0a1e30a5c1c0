import * as z from 'zod';
import { genders } from '#modules/accounts/rules/genders.ts';
import { birthDateSchema, countryCodeSchema, nameSchema } from '#modules/accounts/rules/person-shapes.ts';
import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { emailIssue, emailLength, isEmail } from '#src/kernel/email.ts';
import { oneLine } from '#src/kernel/plain-text.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** So many an account keeps; a club with more than that has its lists elsewhere. */
export const maxCompanions = 100;

/** From this birthday on people decide for themselves what is kept of them. */
const ofAge = 18;

/** Whose guardians have to agree, on a day. */
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
  /** Of a minor: whoever keeps them is their guardian or has the guardians' consent. */
  guardiansAgree: z.boolean().optional(),
});
export type CompanionInput = z.output<typeof companionInput>;
