// Our own: one pattern and the remainder that IBANs use.

import { checkDigits, inGroupsOfFour, mod97, withoutSeparators } from './check-digits.ts';

/** ISO 11649: `RF`, two check digits, one to 21 letters or digits. */
export function parseCreditorReference(text: string): string | null {
  const reference = withoutSeparators(text);
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) return null;
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : null;
}

/** @throws RangeError when the text is not one to 21 letters or digits. */
export function makeCreditorReference(text: string): string {
  const content = withoutSeparators(text);
  if (!/^[A-Z0-9]{1,21}$/.test(content)) throw new RangeError('a creditor reference holds 1 to 21 letters or digits');
  return `RF${checkDigits(`${content}RF`)}${content}`;
}

export const formatCreditorReference = (reference: string): string => inGroupsOfFour(withoutSeparators(reference));
