import type { Address } from '#modules/accounts/rules/address.ts';
import type { Organizer } from '#modules/organizers/index.ts';
import type { PaperParty } from '../rules/paper.ts';

const joined = (...parts: (string | null | undefined)[]): string | null =>
  parts
    .flatMap((part) => part?.trim() || [])
    .join(' ')
    .trim() || null;

const addressOf = (address: Partial<Address> | null) => ({
  street: joined(address?.street, address?.houseNumber),
  additional: joined(address?.additional),
  zipCode: joined(address?.zipCode),
  city: joined(address?.city),
  countryCode: joined(address?.countryCode),
  vatId: joined(address?.vatId),
});

export const partyOfOrganizer = ({ name, address, taxNumber, email }: Organizer): PaperParty => ({
  name,
  contact: null,
  ...addressOf(address),
  taxNumber,
  email,
});

/** Invoice address only: no mail address, no participants. */
export function partyOfAddress(address: Address): PaperParty {
  const { companyName, titlePrefix, firstName, lastName, titleSuffix } = address;
  const person = joined(titlePrefix, firstName, lastName, titleSuffix);
  const company = joined(companyName);
  return {
    name: company ?? person ?? '',
    contact: company ? person : null,
    ...addressOf(address),
    taxNumber: null,
    email: null,
  };
}

/** Papers are German for sellers in German-speaking countries. */
export const languageOf = ({ countryCode }: PaperParty): 'de' | 'en-us' =>
  ['AT', 'DE', 'CH', 'LI', null].includes(countryCode) ? 'de' : 'en-us';
