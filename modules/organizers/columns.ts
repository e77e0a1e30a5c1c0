import { basisPoints, cents } from '#src/kernel/money.ts';
import type { organizers } from './schema.ts';
import { type OrganizerChange, organizerChange } from './shapes.ts';

/**
 * The columns behind the fields that were named, checked and tidied once more, since demo data and imports come here
 * without the API. Reading what was read before changes nothing.
 */
export function columnsOf(change: OrganizerChange, name: string): Partial<typeof organizers.$inferInsert> {
  const { vat, disagioPercentage, organizerProcessingFee: fee, whiteLabel, ...plain } = organizerChange.parse(change);
  return Object.fromEntries(
    Object.entries({
      ...plain,
      organizerProcessingFee: fee === undefined || fee === null ? fee : cents(fee),
      vat: vat === undefined ? undefined : basisPoints(vat),
      disagioBasisPoints: disagioPercentage === undefined ? undefined : basisPoints(disagioPercentage),
      whiteLabel: whiteLabel === true ? name : whiteLabel === false ? null : whiteLabel,
    }).filter(([, value]) => value !== undefined),
  );
}
