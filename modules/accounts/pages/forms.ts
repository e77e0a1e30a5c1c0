import { Problem } from '#src/kernel/problem.ts';
import { refusalOf } from '#src/platform/forms/refusal.ts';
import { insidePath, type PageCall, type PageHead } from '#src/platform/http.ts';
import type { Shown } from '#src/ui/field.tsx';
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

/** A form of the account that is shown again, and with which status. */
export type ShownAgain = Shown & { refusal?: string | null; status: 400 | 409 | 429 };
/** What is wrong with one field. */
export const fieldError = (name: string, error: string, input = ''): ShownAgain => ({
  input: { [name]: input },
  errors: { [name]: error },
  status: 400,
});

/** What the shop said no to, in words for the page; anything else goes on its way to the error page. */
export function refusedForm(call: PageCall, error: unknown, input: Shown['input'] = null): ShownAgain {
  const refused = refusalOf(error, call.words);
  const wait = error instanceof Problem ? error.details.retryAfterSeconds : undefined;
  if (typeof wait === 'number') call.context.header('retry-after', String(wait));
  return { ...refused, input };
}
