import * as z from 'zod';
import { computed } from '#src/web/answers.ts';
import type { Address } from './rules/address.ts';
import { genders } from './rules/genders.ts';

const text = z.string().nullable();
const fields = z.object({
  firstName: z.string(),
  lastName: z.string(),
  companyName: text,
  gender: z.enum([...genders, 'company', 'association']).nullable(),
  street: text,
  houseNumber: text,
  zipCode: text,
  city: text,
  countryCode: text,
  additional: text,
  vatId: text,
  phoneNumber: z.object({ countryCode: z.string(), number: z.string() }).nullable(),
  sportsClub: text,
  titlePrefix: text,
  titleSuffix: text,
});
const organizerFields = fields.extend({ firstName: text, lastName: text });

/** Every field exists; missing and empty ones are null. */
const withNulls = <Answer>(address: Partial<Address>) =>
  Object.fromEntries(Object.keys(fields.shape).map((name) => [name, address[name as keyof Address] || null])) as Answer;

export const addressAnswer = computed(fields, (address: Address) => withNulls<z.output<typeof fields>>(address)).meta({
  id: 'Address',
  description: 'Postal address of a person or company',
});
/** The names of a person may be missing. */
export const organizerAddressAnswer = computed(organizerFields, (address: Partial<Address>) =>
  withNulls<z.output<typeof organizerFields>>(address),
).meta({ id: 'OrganizerAddress', description: 'Postal address of an organizer' });

/** For comparisons of two addresses. */
export const addressShape = (address: Address | null) => address && withNulls<z.output<typeof fields>>(address);
