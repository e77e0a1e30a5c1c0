import * as z from 'zod';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { saveLanguage } from '#src/web/language-cookie.ts';
import { codeSchema, emailSchema } from '../shapes.ts';
import { accountAnswer, accountOf } from '../users/account-answer.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { changeSettings, settingsChangeSchema } from './change-settings.ts';

export const settingsApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/settings',
      may: 'account.read',
      summary: 'Returns the profile and the settings of the caller',
      load: ownAccount,
      answer: accountAnswer,
    },
    ({ deps, viewer }) => accountOf(deps, viewer),
  ),
  api(
    {
      method: 'patch',
      path: '/api/settings',
      may: 'account.change',
      summary: 'Changes the given fields. null clears a field.',
      load: ownAccount,
      body: settingsChangeSchema,
      answer: accountAnswer,
    },
    async ({ deps, viewer, body, context }) => {
      await deps.write((work) => changeSettings(work, viewer.userId, body));
      if (body.language && !viewer.impersonator) saveLanguage(context, body.language);
      return accountOf(deps, viewer);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/users/change-email',
      may: 'account.email',
      refuses: ['MAIL_DELIVERY_ERROR'],
      summary: 'Mails a code to the new address. The account moves there once the code is confirmed.',
      load: ownAccount,
      body: z.object({ newEmail: emailSchema }),
      answer: z.object({ needsCode: z.boolean() }),
    },
    async ({ deps, viewer, body, i18n, clientAddress }) => {
      await requestEmailChange(deps, { viewer, newEmail: body.newEmail, language: i18n.locale, clientAddress });
      return { needsCode: true };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/users/change-email/confirm',
      may: 'account.email',
      refuses: ['INVALID_CODE', 'RESOURCE_IN_USE'],
      summary: 'Confirms the new address with its code. The old address is notified, and all other sessions end.',
      load: ownAccount,
      body: z.object({ code: codeSchema }),
      answer: accountAnswer,
    },
    async ({ deps, viewer, body }) => {
      const { email } = await confirmEmailChange(deps, viewer, body.code);
      return accountOf(deps, { ...viewer, email });
    },
  ),
]);
