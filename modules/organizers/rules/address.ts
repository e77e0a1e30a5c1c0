import * as z from 'zod/mini';
import { type Address, addressAnswer, addressSchema, addressShape } from '#modules/accounts/rules/address.ts';

/** Why an organizer charges no tax: a non-profit sports club or a small business, by the law of Austria or Germany. */
export const taxExemptions = ['atClub', 'atSmallBusiness', 'deClub', 'deSmallBusiness'] as const;
export type TaxExemption = (typeof taxExemptions)[number];

/** A name that is null, as answers show one that is not known, is none. */
const nameOrNull = (name: 'firstName' | 'lastName') =>
  z.optional(
    z.pipe(
      z.nullable(addressSchema.shape[name]),
      z.transform((text) => text ?? undefined),
    ),
  );

/** An organizer needs no person's name to have an address. */
export const organizerAddressSchema = z.extend(z.partial(addressSchema), {
  firstName: nameOrNull('firstName'),
  lastName: nameOrNull('lastName'),
});

/** As answers show it: every field is there, null when it is not known. */
export const organizerAddressAnswer = z.extend(addressAnswer, {
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
});
export const organizerAddressShape = (
  address: Partial<Address> | null,
): z.infer<typeof organizerAddressAnswer> | null => addressShape(address as Address | null);

/** Where an organizer can be reached, a line each, as its papers show it below the name. */
export function contactLines(organizer: { address: Partial<Address> | null; email: string | null } | null): string[] {
  const { address = null, email = null } = organizer ?? {};
  const joined = (...parts: (string | null | undefined)[]) => parts.filter((part) => part?.trim()).join(' ');
  return [joined(address?.street, address?.houseNumber), joined(address?.zipCode, address?.city), email ?? ''].filter(
    (line) => line !== '',
  );
}

/** Whether there is enough of an address to stand on an invoice. */
export const isPostal = (address: Partial<Address> | null): boolean =>
  [address?.zipCode, address?.city, address?.countryCode].every((part) => part?.trim());
