import { refuseFields } from '#src/kernel/problem.ts';
import { type OwnForm, postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';

/** @throws Problem VALIDATION_FAILED when none was entered, which is no try */
export const factorCodeIn = (call: Pick<PageCall, 'form'>): string =>
  postedText(call, 'code') || refuseFields({ code: ['security.factor.missing'] });

/** A code that was refused is told beside its field, and above all for how long there are no more tries. */
export const factorForm = ({ i18n }: Pick<PageCall, 'i18n'>): OwnForm => ({
  secrets: ['code'],
  beside: ({ code }) => (code === 'INVALID_TOTP_CODE' ? { code: i18n.t('security.factor.wrong') } : null),
  sentence: ({ details: { retryAfterSeconds: wait } }) =>
    typeof wait === 'number' ? i18n.t('security.factor.locked', { minutes: Math.ceil(wait / 60) }) : null,
});
