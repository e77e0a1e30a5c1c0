// Our own: lengths and a remainder; libraries add national account formats, which change more often.

import { inGroupsOfFour, mod97, withoutSeparators } from './check-digits.ts';

// biome-ignore format: a table is read in rows.
const lengths: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, BA: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24,
  FI: 18, FR: 27, GB: 22, GE: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27, LI: 21, LT: 20, LU: 20,
  LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SA: 24, SE: 24,
  SI: 19, SK: 24, SM: 27, TR: 26, UA: 29, VA: 22, XK: 20,
};

/** A transfer within the European Economic Area needs no BIC. */
const europeanEconomicArea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

export type Iban = string & { readonly __unit: 'iban' };

/** A normalized IBAN; null when country, length, characters or check digits are wrong. */
export function parseIban(text: string): Iban | null {
  const iban = withoutSeparators(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return null;
  const country = iban.slice(0, 2);
  if (lengths[country] !== iban.length) return null;
  if ((country === 'AT' || country === 'DE') && !/^\d+$/.test(iban.slice(4))) return null;
  // Check digits 00, 01 and 99 are never issued.
  const digits = Number(iban.slice(2, 4));
  if (digits < 2 || digits > 98) return null;
  return mod97(iban.slice(4) + iban.slice(0, 4)) === 1 ? (iban as Iban) : null;
}

/** `AT61 1904 3002 3457 3201` */
export const formatIban = (iban: string): string => inGroupsOfFour(withoutSeparators(iban));
/** Shows the first and last four characters. */
export function maskIban(iban: string): string {
  const plain = withoutSeparators(iban);
  return plain.length <= 8 ? '••••' : `${plain.slice(0, 4)} •••• ${plain.slice(-4)}`;
}
const ibanCountry = (iban: Iban): string => iban.slice(0, 2);
/** Accounts outside the European Economic Area need a BIC. */
export const needsBic = (iban: Iban): boolean => !europeanEconomicArea.has(ibanCountry(iban));

// Our own: a few lines, which the browser uses too.

export type Bic = string & { readonly __unit: 'bic' };

/** ISO 9362: bank (4), country (2), place (2), optional branch (3). */
export function parseBic(text: string): Bic | null {
  const bic = withoutSeparators(text);
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? (bic as Bic) : null;
}
