import { Problem } from '#src/kernel/problem.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';

/** A refusal as field errors or one sentence above the form. */
export type Refusal = { errors: FormErrors; refusal: string | null; status: 400 | 409 | 429 };

export type RefusalTexts = {
  /** Prefix of specific messages: `<of>.<CODE>`. */
  of?: string | undefined;
  /** The control of a path of the refusal. */
  controlOf?: ((path: string) => string) | undefined;
};

/** The sentence of a code: specific, by its reason, or general. */
export function problemText(
  i18n: Translator,
  code: string,
  { of, details = {} }: { of?: string | undefined; details?: Readonly<Record<string, unknown>> } = {},
): string {
  const { reason } = details;
  // INVALID_TOKEN means an ended login, or one that is too old for this step.
  const isTooOld = code === 'INVALID_TOKEN' && reason === 'sessionInvalid';
  const general = isTooOld ? 'problem.SESSION_INVALID' : `problem.${code}`;
  const keys = [`${of}.${code}`, `problem.${code}.${String(reason)}`, general];
  return i18n.t(keys.find((key): key is MessageKey => i18n.has(key)) ?? 'problem.UNKNOWN', said(details));
}

/** The sentence of a code in an address; null for unknown codes. */
export const namedProblem = (i18n: Translator, code: string | null, of?: string): string | null =>
  code !== null && i18n.has(`problem.${code}`) ? problemText(i18n, code, { of }) : null;

/** Details that a sentence may use. */
const said = (details: Readonly<Record<string, unknown>>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

/** A refusal as one sentence. @throws other errors */
export function refusalText(error: unknown, i18n: Translator, of?: string): string {
  if (!(error instanceof Problem)) throw error;
  return problemText(i18n, error.code, { of, details: error.details });
}

/** A refusal as field errors where possible. @throws other errors, and NOT_FOUND */
export function refusalOf(
  error: unknown,
  i18n: Translator,
  { of, controlOf = (path) => path }: RefusalTexts = {},
): Refusal {
  const refusal = refusalText(error, i18n, of);
  const { code, status, details } = error as Problem;
  if (status === 404) throw error;
  if (code !== 'VALIDATION_FAILED') return { errors: {}, refusal, status: status === 429 ? 429 : 409 };
  const fields = Object.entries((details.fields ?? {}) as Record<string, readonly string[]>);
  const errors = fields.map(([path, texts]) => [controlOf(path), texts.map((text) => fieldErrorText(text, i18n))]);
  return { errors: Object.fromEntries(errors), refusal: fields.length > 0 ? null : refusal, status: 400 };
}

/** The sentence of an `EmailError` that names a character; null for other errors. */
export function emailLetterText(error: string, i18n: Translator): string | null {
  const letter = /^emailLetter:(.+)$/u.exec(error)?.[1];
  return letter === undefined ? null : i18n.t('problem.field.emailLetter', { letter });
}

/** Messages for forms that differ from those of the API. */
const ofForms: Readonly<Record<string, MessageKey>> = {
  required: 'ui.form.missing',
  date: 'ui.form.invalidDate',
  email: 'ui.form.invalidEmail',
};

/** A field error as text: a message key, the last part of one, or a finished sentence. */
export function fieldErrorText(error: string, i18n: Translator): string {
  const letter = emailLetterText(error, i18n);
  if (letter !== null) return letter;
  const keys = [ofForms[error] ?? '', error, `problem.field.${error}`];
  const key = keys.find((candidate): candidate is MessageKey => i18n.has(candidate));
  return key ? i18n.t(key) : /\s/.test(error) ? error : i18n.t('ui.form.invalid');
}
