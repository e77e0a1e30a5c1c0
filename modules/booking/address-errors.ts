import { readPhone } from '#modules/accounts/index.ts';
import type { TypedAddresses } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, type AddressEvent, typedAddressErrors } from '#modules/orders/rules/draft-address.ts';

/** What is wrong with the addresses of a draft, telephone numbers included. */
export function draftAddressErrors(typed: TypedAddresses, event: AddressEvent): AddressErrors {
  const { contactAddress } = typed;
  const read = readPhone({ number: contactAddress?.phoneNumber ?? '' }, contactAddress?.countryCode);
  const faults = typedAddressErrors(typed, event);
  // Without a country, which is missing then and said so, nobody knows what number that is.
  const isUnknown = 'error' in read && read.error === 'phoneCountry' && event.needsContactAddress;
  return 'error' in read && !isUnknown ? { 'contact.phoneNumber': read.error, ...faults } : faults;
}
