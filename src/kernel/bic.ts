// Our own: a few lines, which the browser uses too.

import { withoutSeparators } from './check-digits.ts';

export type Bic = string & { readonly __unit: 'bic' };

/** ISO 9362: bank (4), country (2), place (2), optional branch (3). */
export function parseBic(text: string): Bic | null {
  const bic = withoutSeparators(text);
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? (bic as Bic) : null;
}
