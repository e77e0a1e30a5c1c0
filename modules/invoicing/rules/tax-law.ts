import { type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/**
 * Up to which gross sum a paper may be one of a small amount, by the country of the seller and from which day on: it then
 * needs neither the recipient's address nor, beside, the number of the seller. § 11 (6) UStG (AT), § 33 UStDV (DE),
 * Art. 26 (3) MWSTG (CH).
 */
const smallAmounts: Readonly<Record<string, readonly { from: string; most: Cents }[]>> = {
  AT: [
    { from: '2015-03-01', most: cents(40_000) },
    { from: '0001-01-01', most: cents(15_000) },
  ],
  DE: [
    { from: '2017-01-01', most: cents(25_000) },
    { from: '0001-01-01', most: cents(15_000) },
  ],
  CH: [{ from: '0001-01-01', most: cents(40_000) }],
};

export function isSmallAmount(country: string | null, total: Cents, on: CalendarDate): boolean {
  const rule = smallAmounts[country ?? '']?.find(({ from }) => from <= on);
  return rule !== undefined && total <= rule.most;
}

/** Where what is exempt takes no number of the seller: § 11 (1) 3 i UStG wants it for what may be deducted. */
const numberForTaxedAlone: readonly string[] = ['AT'];
export const needsSellersNumber = (country: string | null, isTaxed: boolean): boolean =>
  isTaxed || !numberForTaxedAlone.includes(country ?? '');
