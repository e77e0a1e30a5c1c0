// Own code: jsvat does not know Northern Ireland and Liechtenstein, and needs the country prefix.

/** After the two letters: EU (Directive 2006/112/EC, article 215, as listed by VIES), XI, CH, LI, NO and GB. */
const british = '\\d{9}(\\d{3})?|(GD|HA)\\d{3}';
const forms: Readonly<Record<string, string>> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[A-Z\\d]\\d{7}[A-Z\\d]',
  FI: '\\d{8}',
  FR: '[A-Z\\d]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d{7}[A-W][A-I]?|\\d[A-Z+*]\\d{5}[A-W]',
  IT: '\\d{11}',
  LT: '\\d{9}(\\d{3})?',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
  XI: british,
  GB: british,
  CH: 'E\\d{9}(MWST|TVA|IVA)?',
  LI: '\\d{5}',
  NO: '\\d{9}(MVA)?',
};

const fits = (form: string | undefined, text: string): boolean =>
  form !== undefined && new RegExp(`^(${form})$`).test(text);

/**
 * Normalizes a VAT id: upper case, no separators, with country. Without a prefix the country of the address is assumed.
 * Another country is accepted when its format fits, because a company may be registered elsewhere. Countries without a
 * format accept anything. Null when invalid.
 */
export function vatIdOf(input: string, countryCode: string | null | undefined): string | null {
  const text = input.toUpperCase().replace(/[^A-Z\d+*]/g, '');
  if (text === '') return input.trim() === '' ? '' : null;
  const own = forms[text.slice(0, 2)];
  if (fits(own, text.slice(2))) return text;
  const home = countryCode === 'GR' ? 'EL' : (countryCode ?? '');
  if (fits(forms[home], text)) return home + text;
  return own || forms[home] ? null : text;
}
