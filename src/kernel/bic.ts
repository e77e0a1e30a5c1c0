// Our own: one pattern of ISO 9362.

import { withoutSeparators } from './check-digits.ts';

export type Bic = string & { readonly __unit: 'bic' };

/** ISO 9362: four for the bank, two for the country, two for the place, optionally three for the branch. */
export function parseBic(text: string): Bic | null {
  const bic = withoutSeparators(text);
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? (bic as Bic) : null;
}
