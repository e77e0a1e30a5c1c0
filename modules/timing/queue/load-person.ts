import { loadCatalog, loadEvent } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { orderIdOf } from '../read-person.ts';
import { refuse } from '../rules/problems.ts';

/** For API routes. @throws Problem NOT_FOUND */
export async function loadPerson(
  call: Parameters<typeof loadEvent>[0] & { params: { eventId: number; participantId: number } },
): Promise<number> {
  const { eventId, participantId } = call.params;
  await loadEvent(call);
  return (await orderIdOf(call.deps.read, eventId, participantId)) ?? refuse('NOT_FOUND');
}

/** For pages whose record is the event. @throws Problem NOT_FOUND */
export async function loadWithPerson(
  call: Parameters<typeof loadCatalog>[0] & { params: { event: string; participantId: number } },
): Promise<Catalog> {
  const catalog = await loadCatalog(call);
  const known = await orderIdOf(call.deps.read, catalog.event.id, call.params.participantId);
  return known === null ? refuse('NOT_FOUND') : catalog;
}
