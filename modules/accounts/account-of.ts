import { present } from '#src/kernel/assert.ts';
import type { Deps, Viewer } from '#src/platform/http.ts';
import { type AccountAnswer, accountShape } from './shapes.ts';
import { userById } from './users.ts';

/** What a session may see of its account, as the calls answer it: nothing stored, while the mailbox is not proven. */
export async function accountOf(deps: Deps, viewer: Viewer): Promise<AccountAnswer> {
  const pendingOrders = await deps.pendingOrders(viewer);
  if (viewer.level === 'unverified') return accountShape(viewer, null, pendingOrders);
  const user = present(await userById(deps.read, viewer.userId), 'a session has an account');
  return accountShape(viewer, user, pendingOrders);
}

/** The same of a session that just began. */
export async function accountIn(deps: Deps, sessionId: string): Promise<AccountAnswer> {
  return accountOf(deps, present(await deps.findViewer(sessionId), 'a session that just began'));
}
