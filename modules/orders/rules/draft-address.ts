import type { Address } from '#modules/accounts/rules/address.ts';
import type { DraftAddress } from './draft.ts';

const genders = ['female', 'male', 'diverse', 'company', 'association'] as const;

export const addressFields = [
  'gender',
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'additional',
  'zipCode',
  'city',
  'countryCode',
  'phoneCountryCode',
  'phoneNumber',
] as const;

/** The address that a draft's texts make; null without a name. An empty phone number clears its country code. */
export function addressOfDraft(draft: DraftAddress | null): Address | null {
  const text = (name: string) => draft?.[name]?.trim() || null;
  const [firstName, lastName] = [text('firstName'), text('lastName')];
  if (!firstName || !lastName) return null;
  const number = text('phoneNumber');
  return {
    firstName,
    lastName,
    gender: genders.find((gender) => gender === text('gender')) ?? null,
    companyName: text('companyName'),
    street: text('street'),
    houseNumber: text('houseNumber'),
    additional: text('additional'),
    zipCode: text('zipCode'),
    city: text('city'),
    countryCode: text('countryCode'),
    phoneNumber: number ? { countryCode: text('phoneCountryCode') ?? '', number } : null,
  };
}

/** The texts of a stored address, for a form. */
export function draftOfAddress(address: Address): DraftAddress {
  const { phoneNumber, ...texts } = address;
  const draft: DraftAddress = {};
  for (const [name, value] of Object.entries(texts)) if (typeof value === 'string') draft[name] = value;
  if (phoneNumber) {
    draft.phoneCountryCode = phoneNumber.countryCode;
    draft.phoneNumber = phoneNumber.number;
  }
  return draft;
}

export type AddressFault = 'required' | 'tooLong';

/** What is missing or too long, by field. `postal`: street and town are needed too. */
export function addressFaults(draft: DraftAddress, postal: boolean): Record<string, AddressFault> {
  const needed = ['firstName', 'lastName', ...(postal ? ['street', 'zipCode', 'city', 'countryCode'] : [])];
  const faults: Record<string, AddressFault> = {};
  for (const name of addressFields) {
    const text = draft[name]?.trim() ?? '';
    const most = name === 'zipCode' || name === 'houseNumber' ? 20 : name === 'phoneNumber' ? 30 : 100;
    if (text === '' && needed.includes(name)) faults[name] = 'required';
    else if (text.length > most) faults[name] = 'tooLong';
  }
  return faults;
}
