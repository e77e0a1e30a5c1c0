import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneNumber } from '../rules/address.ts';

/** `phone`: no number of that country. `phoneCountry`: nobody knows of which country. */
export type PhoneError = 'phone' | 'phoneCountry';
type ReadPhone = { phone: PhoneNumber | null } | { error: PhoneError };

/**
 * A telephone number as people write it, made E.164's parts: `{countryCode: "+43", number: "6641234567"}`. Blanks, slashes,
 * brackets, the leading 0, `+43` and `0043` are all the same to it, and so is a country by its two letters (`AT`). `home`:
 * those of the address's country, for a number that names none. Without digits there is no number, and then no country code either.
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
