import { type Problem, refuseFields } from '#src/kernel/problem.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import type { PageCall } from '../http.ts';
import type { FormInput } from './fields.ts';
import { refusalOf } from './refusal.ts';
import type { FormState } from './save-form.ts';

/**
 * Forms that are no list of fields: choices with sums beside them, two buttons, a code. Each reads what was posted by
 * itself; how it is shown again is the same as everywhere.
 */
type Call = Pick<PageCall, 'form' | 'i18n' | 'context'>;

/** What such a form says of itself. */
export type OwnForm = {
  /** Controls that come back empty, whatever was posted: a code is entered anew, and no page holds a secret. */
  secrets?: readonly string[];
  /** Refusals that belong beside a field. */
  beside?: (problem: Problem) => FormErrors | null;
  /** A sentence of its own, where the general one says less. */
  sentence?: (problem: Problem) => string | null;
};

/**
 * One posted text as people mean it. Browsers count the end of a line once and post it as two characters.
 * @throws Problem VALIDATION_FAILED at this field when it is longer than `most`: nothing is cut
 */
export const postedText = ({ form }: Pick<PageCall, 'form'>, name: string, most = Number.POSITIVE_INFINITY): string => {
  const value = form.get(name);
  const text = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
  return text.length > most ? refuseFields({ [name]: ['tooLong'] }) : text;
};

/** All that was posted but secrets, by the controls' names; of several with one name all, with spaces between. */
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

/** The form again with everything that was posted, and what is wrong with it. */
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
 * The form again with what the shop said no to: beside its fields or in one sentence. Too many tries say when to come back.
 * @throws whatever is no refusal, and that the record is not there any more
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

/** Runs what was asked for. Answers where to go then, or the form again with why not: beside its fields or in one sentence. */
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
