// Own code: postcode-validator throws for unknown countries and refuses `A-4020`.

/** Formats of the most common countries. A mismatch is only a question to the user. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^\d{4}$/,
  DE: /^\d{5}$/,
  CH: /^\d{4}$/,
  LI: /^94\d\d$/,
  IT: /^\d{5}$/,
  BE: /^\d{4}$/,
  CZ: /^\d{5}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FR: /^\d{5}$/,
  HR: /^\d{5}$/,
  HU: /^\d{4}$/,
  LU: /^\d{4}$/,
  NL: /^\d{4}[A-Z]{2}$/,
  PL: /^\d{5}$/,
  SI: /^\d{4}$/,
  SK: /^\d{5}$/,
};

export function looksLikePostcode(input: string | null | undefined, countryCode: string | null | undefined): boolean {
  const text = (input ?? '')
    .toUpperCase()
    .replace(/^[A-Z]{1,3}[-\s](?=\d)/, '')
    .replace(/[\s-]/g, '');
  return text === '' || (forms[countryCode ?? '']?.test(text) ?? true);
}
