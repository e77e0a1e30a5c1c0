import { refuseFields } from '#src/kernel/problem.ts';
import { type OwnForm, postedText } from '#src/web/forms/own-form.ts';
import type { PageCall } from '#src/web/http.ts';

/** An empty code does not count as an attempt. @throws Problem VALIDATION_FAILED */
export const factorCodeIn = (call: Pick<PageCall, 'form'>): string =>
  postedText(call, 'code') || refuseFields({ code: ['security.factor.missing'] });

/** Shows a refused code at its field, and an exhausted limit above the form. */
export const factorForm = ({ i18n }: Pick<PageCall, 'i18n'>): OwnForm => ({
  secrets: ['code'],
  beside: ({ code }) => (code === 'INVALID_TOTP_CODE' ? { code: i18n.t('security.factor.wrong') } : null),
  sentence: ({ details: { retryAfterSeconds: wait } }) =>
    typeof wait === 'number' ? i18n.t('security.factor.locked', { minutes: Math.ceil(wait / 60) }) : null,
});

export const securityPath = '/settings/security';
export const totpPath = `${securityPath}/totp`;
