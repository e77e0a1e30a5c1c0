import { Problem } from '#src/kernel/problem.ts';
import type { PageCall } from '#src/platform/http.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { refusalOf } from './forms.ts';

export type FactorRefusal = { errors?: FormErrors; refusal?: string; status: 400 | 429 };

/** What a page says about a code that was refused: beside the field when it is wrong, above all when it is locked. */
export function factorRefusal(call: PageCall, error: unknown): FactorRefusal {
  if (error instanceof Problem && error.code === 'INVALID_TOTP_CODE') {
    return { errors: { code: call.words.t('security.factor.wrong') }, status: 400 };
  }
  const refused = refusalOf(call, error);
  const wait = error instanceof Problem ? error.details.retryAfterSeconds : undefined;
  if (typeof wait !== 'number') return refused;
  return { ...refused, refusal: call.words.t('security.factor.locked', { minutes: Math.ceil(wait / 60) }) };
}
