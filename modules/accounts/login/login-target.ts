import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paths } from '#src/ui/paths.ts';
import { insidePath, type PageCall, type PageHead } from '#src/web/http.ts';

/** A path inside this site, but not a login page. Default: the start page. */
export function targetOf(candidate: string | null): string {
  const path = insidePath(candidate, paths.start);
  return /^\/(auth|enter-code)([/?#]|$)/.test(path) ? paths.start : path;
}

export const landingOf = async (
  deps: Pick<Deps, 'startPage'>,
  viewer: Viewer | null,
  target: string,
): Promise<string> => (target === paths.start ? deps.startPage(viewer) : target);

export const loginPath = (to: string): string => `${paths.login}?${new URLSearchParams({ to })}`;

/** Before the booking of an event the login page carries that event's brand. */
export const headOfLogin = async (call: PageCall, title: string, to: string): Promise<PageHead> => ({
  title,
  noIndex: true,
  whiteLabel: await call.deps.whiteLabelAt(to),
});
