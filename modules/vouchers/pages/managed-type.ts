import { managed, type OrganizerCall } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type TypeRow, voucherTypeOf } from '../read-management.ts';
import { refuse } from '../rules/problems.ts';

/** `call` speaks in the zone and the wording of the event. */
export type ManagedType = { call: OrganizerCall<'voucherTypeId'>; catalog: Catalog; type: TypeRow };

/** @throws Problem NOT_FOUND for somebody else's event, or a kind of voucher that is not of it */
export async function managedType(unworded: OrganizerCall<'voucherTypeId'>): Promise<ManagedType> {
  const { call, catalog } = managed(unworded);
  const type = await voucherTypeOf(call.deps.read, call.params.voucherTypeId);
  return type?.eventId === catalog.event.id ? { call, catalog, type } : refuse('NOT_FOUND');
}
