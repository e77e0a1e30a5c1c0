import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Settlement, settlementById } from './read-settlements.ts';

type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

/** A closed settlement of an event that the viewer may manage. @throws Problem NOT_FOUND */
export async function loadSettlement({ params, ...call }: Named<{ settlementId: number }>): Promise<Settlement> {
  const settlement = (await settlementById(call.deps.read, params.settlementId)) ?? refuse('NOT_FOUND');
  await loadEvent({ ...call, params: { eventId: settlement.eventId } });
  return settlement;
}
