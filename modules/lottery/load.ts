import { loadCatalog } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { lotteryOf } from './read-lotteries.ts';
import { refuse } from './rules/problems.ts';
import type { Lottery } from './schema.ts';

export type LoadedLottery = { catalog: Catalog; lottery: Lottery };

/** Loader of pages. @throws Problem NOT_FOUND also for a draw of another event */
export async function loadLottery(call: {
  deps: Deps;
  viewer: Viewer;
  may: Permission;
  params: { event: string; lotteryId: number };
}): Promise<LoadedLottery> {
  const catalog = await loadCatalog(call);
  const lottery = await lotteryOf(call.deps.read, call.params.lotteryId);
  return lottery?.eventId === catalog.event.id ? { catalog, lottery } : refuse('NOT_FOUND');
}
