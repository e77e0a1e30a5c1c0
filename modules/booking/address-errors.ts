import { addressNames, readPhone } from '#modules/accounts/index.ts';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { AddressInput } from '#modules/orders/rules/draft.ts';
import { type AddressErrors, type AddressEvent, addressInputErrors } from '#modules/orders/rules/draft-address.ts';

export function draftAddressErrors(input: AddressInput, event: AddressEvent): AddressErrors {
  const { contactAddress } = input;
  const read = readPhone({ number: contactAddress?.phoneNumber ?? '' }, contactAddress?.countryCode);
  const errors = { ...addressInputErrors(input, event) };
  for (const [part, address] of Object.entries({
    contact: contactAddress,
    delivery: input.deliveryAddress,
    invoice: input.invoiceAddress,
  }))
    for (const name of addressNames)
      if (address?.[name] && holdsWebAddress(address[name])) errors[`${part}.${name}`] = 'webAddress';
  // Without a country a number cannot be read; the missing country is reported instead.
  const isUnknown = 'error' in read && read.error === 'phoneCountry' && event.needsContactAddress;
  return 'error' in read && !isUnknown ? { 'contact.phoneNumber': read.error, ...errors } : errors;
}
