import { insidePath, type PageCall, type PageHead } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';

/** Where a login leads: inside this site, and not in a circle. */
export function targetOf(candidate: string | null): string {
  const path = insidePath(candidate, paths.home);
  return /^\/(auth|enter-code)([/?#]|$)/.test(path) ? paths.home : path;
}

/** The login that leads on to `to`. */
export const loginPath = (to: string): string => `${paths.login}?${new URLSearchParams({ to })}`;

/** A page of the login belongs to where it leads: before the booking of an event it wears that event's name. */
export const headOfLogin = async (call: PageCall, title: string, to: string): Promise<PageHead> => ({
  title,
  noIndex: true,
  whiteLabel: await call.deps.whiteLabelAt(to),
});
