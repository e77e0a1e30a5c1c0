import * as z from 'zod';
import { genders } from '#modules/accounts/rules/genders.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { countryCodes } from '#src/kernel/countries.ts';
import { emailLength, isEmail } from '#src/kernel/email.ts';
import { type CalendarDate, isCalendarDate } from '#src/kernel/time.ts';

/** So many an account keeps; a club with more than that has its lists elsewhere. */
export const mostCompanions = 100;

/** From this birthday on people decide for themselves what is kept of them. */
const ofAge = 18;

/** Whose guardians have to agree, on a day. */
export const isMinor = (birthDate: CalendarDate, today: CalendarDate): boolean => ageOn(birthDate, today) < ofAge;

const name = z
  .string()
  .trim()
  .min(1, { error: 'required' })
  .max(100)
  .refine((text) => !holdsWebAddress(text), { error: 'webAddress' });

/** `YYYY-MM-DD`. */
const birthDate = z
  .string()
  .trim()
  .refine((text) => isCalendarDate(text) && text >= '1900-01-01', { error: 'date' })
  .transform((text) => text as CalendarDate);

export const companionInput = z.object({
  firstName: name,
  lastName: name,
  birthDate,
  gender: z.enum(genders, { error: 'option' }).nullish(),
  nationalityCountryCode: z.enum(countryCodes as [string, ...string[]], { error: 'country' }).nullish(),
  email: z
    .string()
    .trim()
    .max(emailLength)
    .refine((text) => text === '' || isEmail(text), { error: 'email' })
    .nullish(),
  club: z.string().trim().max(100).nullish(),
  /** Of a minor: whoever keeps them is their guardian or has the guardians' consent. */
  guardiansAgree: z.boolean().optional(),
});
export type CompanionInput = z.output<typeof companionInput>;
