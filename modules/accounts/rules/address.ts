import * as z from 'zod/mini';
import { oneLine } from '#src/kernel/plain-text.ts';
import { addressLengths as most } from './address-lengths.ts';
import { genders } from './genders.ts';

export { type Gender, genders } from './genders.ts';

const optionalText = (name: keyof typeof most) =>
  z.optional(z.nullable(z.string().check(z.overwrite(oneLine), z.maxLength(most[name]))));
const neededText = (name: keyof typeof most) =>
  z.string().check(z.overwrite(oneLine), z.minLength(1), z.maxLength(most[name]));

const phoneNumberSchema = z.object({
  countryCode: z.string().check(z.overwrite(oneLine), z.maxLength(6)),
  number: z.string().check(z.overwrite(oneLine), z.maxLength(most.phoneNumber)),
});
export type PhoneNumber = z.infer<typeof phoneNumberSchema>;

/** The address of the contract. The caller decides which parts are required. */
export const addressSchema = z.object({
  firstName: neededText('firstName'),
  lastName: neededText('lastName'),
  companyName: optionalText('companyName'),
  gender: z.optional(z.nullable(z.enum([...genders, 'company', 'association']))),
  street: optionalText('street'),
  houseNumber: optionalText('houseNumber'),
  zipCode: optionalText('zipCode'),
  city: optionalText('city'),
  countryCode: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^([A-Z]{2})?$/, 'country')))),
  additional: optionalText('additional'),
  vatId: optionalText('vatId'),
  phoneNumber: z.optional(z.nullable(phoneNumberSchema)),
  sportsClub: optionalText('sportsClub'),
  titlePrefix: optionalText('titlePrefix'),
  titleSuffix: optionalText('titleSuffix'),
});
export type Address = z.infer<typeof addressSchema>;
