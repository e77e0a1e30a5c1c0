import * as z from 'zod/mini';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';

/** An organizer needs no person's name to have an address. */
export const organizerAddressSchema = z.partial(addressSchema);

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
