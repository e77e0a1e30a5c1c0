import { Problem } from '#src/kernel/problem.ts';
import { insidePath, type PageCall, type PageHead } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';

/** Where a login leads: inside this site, and not in a circle. */
export function targetOf(candidate: string | null): string {
  const path = insidePath(candidate, paths.home);
  return /^\/(auth|enter-code)([/?#]|$)/.test(path) ? paths.home : path;
}

/** A page of the login belongs to where it leads: before the booking of an event it wears that event's name. */
export const headOfLogin = async (call: PageCall, title: string, to: string): Promise<PageHead> => ({
  title,
  noIndex: true,
  whiteLabel: await call.deps.whiteLabelAt(to),
});

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** What the shop said no to, in words for the page; anything else goes on its way to the error page. */
export function refusalOf(call: PageCall, error: unknown): { refusal: string; status: 400 | 429 } {
  if (!(error instanceof Problem)) throw error;
  const wait = error.details.retryAfterSeconds;
  if (typeof wait === 'number') call.context.header('retry-after', String(wait));
  const key = `problem.${error.code}`;
  const { words } = call;
  return { refusal: words.t(words.has(key) ? key : 'problem.UNKNOWN'), status: error.status === 429 ? 429 : 400 };
}
