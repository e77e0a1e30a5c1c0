import { type BasisPoints, basisPoints } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';

/** Home country of the platform, where its services are taxed. */
const home = 'AT';

/** Standard rates with their first day, oldest first. */
const rates: readonly { from: CalendarDate; rate: BasisPoints }[] = [
  { from: '1984-01-01' as CalendarDate, rate: basisPoints(20) },
];

/** EU members by VAT prefix; Greece has two codes. */
const union = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/** `S` taxed here, `AE` reverse charge. */
export type PlatformTax = { category: 'S' | 'AE'; rate: BasisPoints };

/**
 * Tax on fees: reverse charge for organizers in another EU state with a VAT id of that state, else the platform's rate.
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
