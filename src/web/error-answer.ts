import * as z from 'zod';
import { storageFaultOf, storageRetrySeconds } from '#src/data/storage-faults.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type FieldErrors, Problem } from '#src/kernel/problem.ts';
import { describeError, type Log } from '#src/runtime/log.ts';
import type { Translator } from '#src/texts/locale.ts';
import { emailLetterText, problemText } from '#src/web/forms/refusal.ts';
import { issueSentence } from './issue-sentence.ts';

export type ErrorAnswer = { code: string; message: string; errorId: string; details: Record<string, unknown> };

/** Maps an error to a response. Unexpected errors are logged and not revealed. */
export function errorAnswer(
  error: unknown,
  i18n: Translator,
  log: Log,
  where: string,
): { status: number; answer: ErrorAnswer } {
  const errorId = secretToken(9);
  const problem = error instanceof Problem ? error : noRoom(error);
  if (!problem) log.error('a request failed', { errorId, where, ...describeError(error) });
  const code = problem?.code ?? 'UNKNOWN';
  return {
    status: problem?.status ?? 500,
    answer: {
      code,
      message: problemText(i18n, code, { details: problem?.details ?? {} }),
      errorId,
      details: spoken({ ...problem?.details }, i18n),
    },
  };
}

/** Storage faults ask to retry later; the storage watch logs them. */
const noRoom = (error: unknown): Problem | null =>
  storageFaultOf(error) && new Problem('STORAGE_UNAVAILABLE', 503, { retryAfterSeconds: storageRetrySeconds });

/** Field errors may be message keys or the last part of `problem.field.…`; the response holds sentences. */
function spoken(details: Record<string, unknown>, i18n: Translator): Record<string, unknown> {
  const { fields } = details as { fields?: FieldErrors };
  if (!fields) return details;
  const said = Object.entries(fields).map(([path, errors]) => [
    path,
    errors.map((error) => {
      const letter = emailLetterText(error, i18n);
      if (letter !== null) return letter;
      const key = [error, `problem.field.${error}`].find((candidate) => i18n.has(candidate));
      if (key && i18n.has(key)) return i18n.t(key);
      return /\s/.test(error) ? error : i18n.t('problem.issue.other');
    }),
  ]);
  return { ...details, fields: Object.fromEntries(said) };
}

/** A schema's errors by path (`teams.0.participants.1.lastName`), as sentences in the caller's language. */
export function parseOrFields<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  i18n: Translator,
): { data: z.output<S> } | { fields: FieldErrors } {
  const result = z.core.safeParse(schema, value, { error: (issue) => issueSentence(issue, i18n) });
  if (result.success) return { data: result.data };
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const said = fields[path] ?? [];
    if (!said.includes(issue.message)) fields[path] = [...said, issue.message];
  }
  return { fields };
}
