import { Problem } from '#src/kernel/problem.ts';
import { refusalOf } from '#src/platform/forms/refusal.ts';
import type { PageCall } from '#src/platform/http.ts';
import type { Shown } from '#src/ui/field.tsx';

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
