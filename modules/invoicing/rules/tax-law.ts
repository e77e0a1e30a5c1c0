import { type Cents, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/**
 * Small-amount limits (gross) by the seller's country and first day; such papers need neither recipient nor seller's
 * number. § 11 (6) UStG (AT), § 33 UStDV (DE), Art. 26 (3) MWSTG (CH).
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

/** Countries where exempt invoices need no seller's number (§ 11 (1) 3 i UStG). */
const numberForTaxedAlone: readonly string[] = ['AT'];
export const needsSellersNumber = (country: string | null, isTaxed: boolean): boolean =>
  isTaxed || !numberForTaxedAlone.includes(country ?? '');
