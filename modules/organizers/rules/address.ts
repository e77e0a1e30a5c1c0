import * as z from 'zod/mini';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';

/** Non-profit sports clubs and small businesses, by Austrian or German law. */
export const taxExemptions = ['atClub', 'atSmallBusiness', 'deClub', 'deSmallBusiness'] as const;
export type TaxExemption = (typeof taxExemptions)[number];

/** Null is treated as missing, since answers contain null. */
const nameOrNull = (name: 'firstName' | 'lastName') =>
  z.optional(
    z.pipe(
      z.nullable(addressSchema.shape[name]),
      z.transform((text) => text ?? undefined),
    ),
  );

/** Names of a person are optional. */
export const organizerAddressSchema = z.extend(z.partial(addressSchema), {
  firstName: nameOrNull('firstName'),
  lastName: nameOrNull('lastName'),
});

/** Lines below the name on documents. */
export function contactLines(organizer: { address: Partial<Address> | null; email: string | null } | null): string[] {
  const { address = null, email = null } = organizer ?? {};
  const joined = (...parts: (string | null | undefined)[]) => parts.filter((part) => part?.trim()).join(' ');
  return [joined(address?.street, address?.houseNumber), joined(address?.zipCode, address?.city), email ?? ''].filter(
    (line) => line !== '',
  );
}

/** Complete enough for an invoice. */
export const isPostal = (address: Partial<Address> | null): boolean =>
  [address?.zipCode, address?.city, address?.countryCode].every((part) => part?.trim());
