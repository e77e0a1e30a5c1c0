import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneNumber } from '../rules/address.ts';

/** `phone`: not a number of that country. `phoneCountry`: the country is unknown. */
export type PhoneError = 'phone' | 'phoneCountry';
type ReadPhone = { phone: PhoneNumber | null } | { error: PhoneError };

/**
 * Splits a number into its E.164 parts: `{countryCode: "+43", number: "6641234567"}`. Accepts blanks, slashes,
 * brackets, a leading 0, `+43`, `0043` and country letters (`AT`). `home`: country of the address, for a number without
 * one. Without digits both parts are null.
 */
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
