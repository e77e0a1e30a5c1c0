import { loadEvent } from '#modules/events/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type RangeRecord, rangeOf } from './read-ranges.ts';
import { type Run, runOf } from './read-runs.ts';

type Named<P> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: P };

export const loadRange = async (call: Named<{ eventId: number; rangeId: number }>): Promise<RangeRecord> =>
  rangeOf(call.deps.read, await loadEvent(call), call.params.rangeId);

export const loadRun = async (call: Named<{ eventId: number; runId: number }>): Promise<Run> =>
  runOf(call.deps.read, await loadEvent(call), call.params.runId);
