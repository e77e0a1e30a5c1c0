import { type Problem, refuseFields } from '#src/kernel/problem.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import type { PageCall } from '../http.ts';
import type { FormInput } from './fields.ts';
import { refusalOf } from './refusal.ts';
import type { FormState } from './save-form.ts';

/**
 * Forms that are no list of fields, such as choices with sums or a code. Each parses its own input; showing it again is shared.
 */
type Call = Pick<PageCall, 'form' | 'i18n' | 'context'>;

export type OwnForm = {
  /** Controls that come back empty, such as codes. */
  secrets?: readonly string[];
  /** Errors that belong beside a field. */
  beside?: (problem: Problem) => FormErrors | null;
  /** A more specific sentence. */
  sentence?: (problem: Problem) => string | null;
};

/**
 * One posted text with normalized line ends.
 * @throws Problem VALIDATION_FAILED at this field when it is longer than `most`; nothing is cut
 */
export const postedText = ({ form }: Pick<PageCall, 'form'>, name: string, most = Number.POSITIVE_INFINITY): string => {
  const value = form.get(name);
  const text = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
  return text.length > most ? refuseFields({ [name]: ['tooLong'] }) : text;
};

/** The posted values without secrets; values of one name are joined by blanks. */
const inputOf = (form: FormData, secrets: readonly string[]): FormInput =>
  Object.fromEntries(
    [...new Set(form.keys())]
      .filter((name) => !secrets.includes(name))
      .map((name) => [
        name,
        form
          .getAll(name)
          .filter((each) => typeof each === 'string')
          .join(' '),
      ]),
  );

/** Shows the form again with its input and errors. */
export const showAgain = (
  { form }: Pick<PageCall, 'form'>,
  said: Partial<FormState>,
  { secrets = [] }: OwnForm = {},
): { state: FormState } => ({
  state: { input: inputOf(form, secrets), errors: {}, refusal: null, status: 400, ...said },
});

/** The same with errors beside fields. */
export const fieldErrors = (call: Pick<PageCall, 'form'>, errors: FormErrors): { state: FormState } =>
  showAgain(call, { errors });

/**
 * Shows the form again with a refusal, beside its fields or as a sentence. Limits say when to come back.
 * @throws other errors, and NOT_FOUND
 */
export function refusedForm(call: Call, error: unknown, own: OwnForm = {}): { state: FormState } {
  const refused = refusalOf(error, call.i18n);
  const problem = error as Problem;
  const { retryAfterSeconds } = problem.details;
  if (typeof retryAfterSeconds === 'number') call.context.header('retry-after', String(retryAfterSeconds));
  const errors = own.beside?.(problem);
  if (errors) return showAgain(call, { errors }, own);
  return showAgain(call, { ...refused, refusal: own.sentence?.(problem) ?? refused.refusal }, own);
}

/** Runs a handler and returns its redirect, or the form with the refusal. */
export async function runForm(
  call: Call,
  run: () => Promise<string>,
  own?: OwnForm,
): Promise<{ to: string } | { state: FormState }> {
  try {
    return { to: await run() };
  } catch (error) {
    return refusedForm(call, error, own);
  }
}
