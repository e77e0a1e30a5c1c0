import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isCountryCode } from '#src/kernel/countries.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import type { Address, PhoneNumber } from '../rules/address.ts';
import { vatIdOf } from '../rules/vat-id.ts';
import { holdsWebAddress } from '../rules/web-address.ts';

/** `phone`: not a number of that country. `phoneCountry`: the country is unknown. */
export type PhoneError = 'phone' | 'phoneCountry';
type ReadPhone = { phone: PhoneNumber | null } | { error: PhoneError };

/** Accepts blanks, slashes, brackets, a leading 0, `+43`, `0043` and `AT`. `home`: country for numbers without one. */
export function readPhone(input: Partial<PhoneNumber> | null | undefined, home: string | null | undefined): ReadPhone {
  const number = (input?.number ?? '').trim().replace(/^00/, '+');
  if (number === '' || number === '+') return { phone: null };
  const code = (input?.countryCode ?? '').replace(/\D/g, '').replace(/^00/, '');
  const text = code && !number.startsWith('+') ? `+${code}${number}` : number;
  const named = (input?.countryCode ?? '').trim().toUpperCase();
  const defaultCountry = [named, home ?? ''].find((code) => isSupportedCountry(code));
  if (!defaultCountry && !text.startsWith('+')) return { error: 'phoneCountry' };
  const found = parsePhoneNumberFromString(text, { ...(defaultCountry ? { defaultCountry } : {}), extract: false });
  if (!found?.isValid()) return { error: 'phone' };
  return { phone: { countryCode: `+${found.countryCallingCode}`, number: found.nationalNumber } };
}

type Addresses = Readonly<Record<string, Address | null | undefined>>;

/** Values equal to `stored` may be older than these rules, so they are not checked. @throws Problem VALIDATION_FAILED */
export function checkedAddresses<A extends Addresses>(sent: A, stored: Addresses = {}): A {
  const errors: FieldErrors = {};
  const checked = Object.entries(sent).map(([name, address]) => [
    name,
    address ? tidied(address, `${name}.`, errors, stored[name]) : address,
  ]);
  if (Object.keys(errors).length > 0) refuseFields(errors);
  return Object.fromEntries(checked) as A;
}

export function checkedAddress(address: Address): Address {
  const errors: FieldErrors = {};
  const checked = tidied(address, '', errors, null);
  return Object.keys(errors).length > 0 ? refuseFields(errors) : checked;
}

/** Names appear in mails, so they are checked for web addresses. */
export const addressNames = [
  'firstName',
  'lastName',
  'companyName',
  'sportsClub',
  'titlePrefix',
  'titleSuffix',
] as const;

function tidied(address: Address, path: string, errors: FieldErrors, stored: Address | null | undefined): Address {
  const result = { ...address };
  for (const name of addressNames) {
    const text = address[name];
    if (text && text !== stored?.[name] && holdsWebAddress(text)) errors[`${path}${name}`] = ['webAddress'];
  }
  if (address.countryCode && address.countryCode !== stored?.countryCode && !isCountryCode(address.countryCode))
    errors[`${path}countryCode`] = ['country'];
  if (address.phoneNumber && !isSame(address.phoneNumber, stored?.phoneNumber)) {
    const named = address.phoneNumber.countryCode.toUpperCase();
    if (/[A-Z]/.test(named) && !isSupportedCountry(named)) errors[`${path}phoneNumber.countryCode`] = ['country'];
    const read = readPhone(address.phoneNumber, address.countryCode);
    if ('phone' in read) result.phoneNumber = read.phone;
    else if (read.error === 'phone') errors[`${path}phoneNumber.number`] = ['phone'];
  }
  if (address.vatId && !isSame(address.vatId, stored?.vatId)) {
    const vatId = vatIdOf(address.vatId, address.countryCode);
    if (vatId === null) errors[`${path}vatId`] = ['vatId'];
    else result.vatId = vatId || null;
  }
  return result;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
