import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paths } from '#src/ui/paths.ts';
import { insidePath, type PageCall, type PageHead } from '#src/web/http.ts';

/** Where a login leads: inside this site, and not in a circle. Who wishes nothing begins at their own start. */
export function targetOf(candidate: string | null): string {
  const path = insidePath(candidate, paths.start);
  return /^\/(auth|enter-code)([/?#]|$)/.test(path) ? paths.start : path;
}

/** The wish, or where the work of this person begins. */
export const landingOf = async (
  deps: Pick<Deps, 'startPage'>,
  viewer: Viewer | null,
  target: string,
): Promise<string> => (target === paths.start ? deps.startPage(viewer) : target);

/** The login that leads on to `to`. */
export const loginPath = (to: string): string => `${paths.login}?${new URLSearchParams({ to })}`;

/** A page of the login belongs to where it leads: before the booking of an event it wears that event's name. */
export const headOfLogin = async (call: PageCall, title: string, to: string): Promise<PageHead> => ({
  title,
  noIndex: true,
  whiteLabel: await call.deps.whiteLabelAt(to),
});
