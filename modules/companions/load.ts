import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import { refuse } from '#src/kernel/problem.ts';
import { companionOf } from './read-companions.ts';
import type { Companion } from './schema.ts';

/** @throws Problem NOT_FOUND for somebody whom another account keeps */
export async function ownCompanion(call: {
  deps: { read: Reader };
  viewer: Viewer;
  may: Permission;
  params: { companionId: number };
}): Promise<Companion> {
  const companion = (await companionOf(call.deps.read, call.params.companionId)) ?? refuse('NOT_FOUND');
  return mayTouch(call.may, call.viewer, { userId: companion.userId }) ? companion : refuse('NOT_FOUND');
}
