import { organizerById } from '#modules/organizers/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { basisPoints, type Cents, zeroCents } from '#src/kernel/money.ts';
import { refuse } from '../rules/problems.ts';

/**
 * What a new event has of its organizer where nobody says otherwise: no VAT where the organizer charges none, else 20 %;
 * and the fee per ticket that the platform agreed with it.
 * @throws Problem NOT_FOUND without such an organizer
 */
export async function organizerDefaults(reader: Reader | Tx, organizerId: number | undefined) {
  const organizer =
    organizerId === undefined ? null : ((await organizerById(reader, organizerId)) ?? refuse('NOT_FOUND'));
  const taxExemption = organizer?.taxExemption ?? null;
  const agreedFee: Cents | null = organizer?.organizerProcessingFee ?? null;
  return {
    taxExemption,
    agreedFee,
    fields: { vat: basisPoints(taxExemption ? 0 : 20), organizerProcessingFee: agreedFee ?? zeroCents },
  };
}
