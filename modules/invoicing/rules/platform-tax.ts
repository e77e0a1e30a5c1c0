import { type BasisPoints, basisPoints } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** Where the platform is at home: its services are taxed there. */
const home = 'AT';

/** The platform's standard rate with the day from which it holds, oldest first. A new law is one more line. */
const rates: readonly { from: CalendarDate; rate: BasisPoints }[] = [
  { from: '1984-01-01' as CalendarDate, rate: basisPoints(20) },
];

/** Members of the union whose VAT ids make a service theirs to tax. Greece has two codes. */
const union = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/** `S` taxed here, `AE` reverse charge: the organizer owes the tax at home. */
export type PlatformTax = { category: 'S' | 'AE'; rate: BasisPoints };

/**
 * How what the platform charges an organizer is taxed on a day: reverse charge for one at home in another state of the
 * union who has a VAT id of there, else the platform's rate.
 */
export function platformTaxOf(
  organizer: { countryCode?: string | null; vatId?: string | null } | null,
  day: CalendarDate,
): PlatformTax {
  const country = organizer?.countryCode ?? '';
  const id = (organizer?.vatId ?? '').replace(/[\s.-]/g, '').toUpperCase();
  const isOfCountry = id.startsWith(country === 'GR' ? 'EL' : country) && id.length >= 8;
  if (country !== '' && country !== home && union.has(country) && isOfCountry) {
    return { category: 'AE', rate: basisPoints(0) };
  }
  const current = rates.findLast(({ from }) => from <= day);
  return { category: 'S', rate: current?.rate ?? basisPoints(0) };
}
