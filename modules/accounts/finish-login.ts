import type { AppContext, Deps } from '#src/platform/http.ts';
import { startSession } from './sessions.ts';

export type FinishedLogin = {
  userId: number;
  /** `code`, or the provider that knows the person. */
  provider: string;
  /** Where the login leads, inside this site. */
  target: string;
};

/**
 * The last step of every login in the browser, after the person is known: begins the verified session. Answers the path
 * to go on to.
 */
export async function finishLogin(deps: Deps, context: AppContext, login: FinishedLogin): Promise<string> {
  const { userId, provider, target } = login;
  await startSession(deps, context, { userId, level: 'verified', provider });
  return target;
}
