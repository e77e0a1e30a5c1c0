// Our own: forms alone, also of Northern Ireland and Liechtenstein, which jsvat does not know, and a number without a
// country is read as one of the address's.

/**
 * VAT identification numbers after their two letters: the Union's (Directive 2006/112/EC, article 215, in the forms that
 * VIES lists), Northern Ireland as XI, and the neighbours Switzerland, Liechtenstein, Norway and Great Britain.
 */
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
 * The number as it is stored: upper case, nothing between its characters, with its country. A number that names no country
 * is taken for one of the address's; one that names another country is right when it has that country's form, for a
 * company may be registered elsewhere than it lives. Of countries that are not in the table anything is taken. null: it
 * cannot be one.
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
