import { Problem } from '#src/kernel/problem.ts';
import type { PageCall } from '#src/platform/http.ts';
import { fieldError, refusedForm, type ShownAgain } from '../page-parts/forms.ts';

/** What a page says about a code that was refused: beside the field when it is wrong, above all when it is locked. */
export function factorRefusal(call: PageCall, error: unknown, code: string): ShownAgain {
  const { words } = call;
  if (error instanceof Problem && error.code === 'INVALID_TOTP_CODE')
    return fieldError('code', words.t('security.factor.wrong'), code);
  const refused = refusedForm(call, error, { code });
  const wait = error instanceof Problem ? error.details.retryAfterSeconds : undefined;
  if (typeof wait !== 'number') return refused;
  return { ...refused, refusal: words.t('security.factor.locked', { minutes: Math.ceil(wait / 60) }) };
}
