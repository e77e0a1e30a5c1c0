import { Problem } from '#src/kernel/problem.ts';
import type { PageCall } from '#src/platform/http.ts';

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
