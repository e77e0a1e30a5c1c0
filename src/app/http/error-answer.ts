import * as z from 'zod';
import { secretToken } from '#src/kernel/ids.ts';
import { type FieldErrors, Problem, type ProblemDetails } from '#src/kernel/problem.ts';
import type { Locale, Words } from '#src/platform/locale.ts';
import { describeError, type Log } from '#src/platform/log.ts';

export type ErrorAnswer = { code: string; message: string; errorId: string; details: Record<string, unknown> };

/** What an error looks like from outside. Anything that is no refusal of ours is logged and stays unknown to the caller. */
export function errorAnswer(
  error: unknown,
  words: Words,
  log: Log,
  where: string,
): { status: number; answer: ErrorAnswer } {
  const errorId = secretToken(9);
  const problem = error instanceof Problem ? error : null;
  if (!problem) log.error('a request failed', { errorId, where, ...describeError(error) });
  const code = problem?.code ?? 'UNKNOWN';
  return {
    status: problem?.status ?? 500,
    answer: {
      code,
      message: problemMessage(words, messageCode(code, problem?.details), problem?.details.reason),
      errorId,
      details: spoken({ ...problem?.details }, words),
    },
  };
}

/** Field errors may be keys of messages, or the last part of `problem.field.…`; a caller reads sentences. */
function spoken(details: Record<string, unknown>, words: Words): Record<string, unknown> {
  const { fields } = details as { fields?: FieldErrors };
  if (!fields) return details;
  const said = Object.entries(fields).map(([path, errors]) => [
    path,
    errors.map((error) => {
      const key = [error, `problem.field.${error}`].find((candidate) => words.has(candidate));
      return key && words.has(key) ? words.t(key) : error;
    }),
  ]);
  return { ...details, fields: Object.fromEntries(said) };
}

/** One code with two meanings for people: a login that is gone, and one that is too old for this step. */
const messageCode = (code: string, details: ProblemDetails = {}): string =>
  code === 'INVALID_TOKEN' && details.reason === 'sessionInvalid' ? 'SESSION_INVALID' : code;

/** A reason in the details may have a sentence of its own: `problem.<CODE>.<reason>`. */
export function problemMessage(words: Words, code: string, reason?: unknown): string {
  const key = [`problem.${code}.${String(reason)}`, `problem.${code}`].find((candidate) => words.has(candidate));
  return words.t(key && words.has(key) ? key : 'problem.UNKNOWN');
}

const zodLocales = { de: z.locales.de().localeError, 'en-us': z.locales.en().localeError } as const;

/** A schema's errors by path (`teams.0.participants.1.lastName`), in the caller's language. */
export function parseOrFields<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  locale: Locale,
): { data: z.output<S> } | { fields: FieldErrors } {
  const result = z.core.safeParse(schema, value, { error: zodLocales[locale] });
  if (result.success) return { data: result.data };
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    fields[path] = [...(fields[path] ?? []), issue.message];
  }
  return { fields };
}
