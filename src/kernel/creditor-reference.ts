// Our own: a few lines, which the browser uses too.

import { mod97, withoutSeparators } from './check-digits.ts';

/** ISO 11649: `RF`, two check digits, one to 21 letters or digits. */
export function parseCreditorReference(text: string): string | null {
  const reference = withoutSeparators(text);
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(reference)) return null;
  return mod97(reference.slice(4) + reference.slice(0, 4)) === 1 ? reference : null;
}
