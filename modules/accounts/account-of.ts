import { present } from '#src/kernel/assert.ts';
import type { Deps, Viewer } from '#src/platform/http.ts';
import { type AccountAnswer, accountShape } from './shapes.ts';
import { userById } from './users.ts';

/** What a session may see of its account, as the calls answer it. */
export async function accountOf(deps: Deps, viewer: Viewer): Promise<AccountAnswer> {
  return accountShape(viewer, present(await userById(deps.read, viewer.userId), 'a session has an account'));
}
