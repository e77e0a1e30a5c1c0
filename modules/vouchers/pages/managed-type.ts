import { idOf, managed, type OrganizerCall } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type TypeRow, voucherTypeOf } from '../read-management.ts';
import { refuse } from '../rules/problems.ts';

/** `call` speaks in the zone and the wording of the event. */
export type ManagedType = { call: OrganizerCall; catalog: Catalog; type: TypeRow };

/** @throws Problem NOT_FOUND for somebody else's event, or a kind of voucher that is not of it */
export async function managedType(unworded: OrganizerCall): Promise<ManagedType> {
  const { call, catalog } = await managed(unworded);
  const type = await voucherTypeOf(call.deps.read, idOf(call, 'voucherTypeId'));
  return type?.eventId === catalog.event.id ? { call, catalog, type } : refuse('NOT_FOUND');
}
