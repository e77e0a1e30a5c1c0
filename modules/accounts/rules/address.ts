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

const answerText = z.nullable(z.string());

/** In responses every field exists; unknown ones are null. */
export const addressAnswer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  companyName: answerText,
  gender: z.nullable(z.enum([...genders, 'company', 'association'])),
  street: answerText,
  houseNumber: answerText,
  zipCode: answerText,
  city: answerText,
  countryCode: answerText,
  additional: answerText,
  vatId: answerText,
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), number: z.string() })),
  sportsClub: answerText,
  titlePrefix: answerText,
  titleSuffix: answerText,
});
type AddressAnswer = z.infer<typeof addressAnswer>;

const addressFields = Object.keys(addressAnswer.shape) as (keyof AddressAnswer)[];

export function addressShape(address: Address | null): AddressAnswer | null {
  if (!address) return null;
  return Object.fromEntries(addressFields.map((name) => [name, address[name] || null])) as AddressAnswer;
}
