import * as z from 'zod';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { endSession } from '../sessions/end-session.ts';
import { codeSchema, emailSchema } from '../shapes.ts';
import { accountAnswer, accountIn } from '../users/account-answer.ts';
import { askingBrowser, askingBrowserOf, forgetAskingBrowser } from './asking-browser.ts';
import { openVerifiedSession } from './finish-login.ts';
import { accountKnownHere } from './known-device.ts';
import { loginWithCode } from './login-with-code.ts';
import { sendLoginCode } from './send-login-code.ts';

export const loginApi = tagged('Login and settings', [
  api(
    {
      method: 'post',
      path: '/api/auth/code/send-mail',
      may: 'session.begin',
      summary:
        'Mails a login code of six digits, good for ten minutes and five tries. Clients with cookies have tries of their own, and their newest code counts. When many were asked for and not used, the mail holds one of 16 digits instead, once an hour; it is good for an hour and everywhere.',
      body: z.object({ email: emailSchema }),
      answer: z.object({ needsCode: z.boolean(), needsTotp: z.boolean() }),
    },
    async ({ deps, body: { email }, i18n, clientAddress, context }) => {
      const knownAs = await accountKnownHere(deps, context, email);
      const userAgent = context.req.header('user-agent') ?? null;
      const browser = askingBrowser(deps, context);
      const who = { browser, isOpen: !browser.isKnown, userAgent, knownAs };
      const { needsTotp } = await sendLoginCode(deps, { email, language: i18n.locale, clientAddress, ...who });
      return { needsCode: true, needsTotp };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/code/login',
      may: 'session.begin',
      summary:
        'Logs in by the mailed code and begins a verified session. Who has a second factor sends `totpCode` too, a code of the authenticator or a recovery code; a wrong one leaves the mailed code as it was.',
      body: z.object({
        email: emailSchema,
        code: codeSchema,
        totpCode: z.string().max(40).nullable().optional(),
      }),
      answer: accountAnswer,
    },
    async ({ deps, body, i18n, clientAddress, context }) => {
      const { email, code, totpCode } = body;
      const knownAs = await accountKnownHere(deps, context, email);
      const browser = askingBrowserOf(context);
      const login = { email, code, language: i18n.locale, clientAddress, browser, knownAs };
      const opened = await loginWithCode(deps, { ...login, secondFactor: totpCode ?? '' }, (work, userId) =>
        openVerifiedSession(work, deps, context, { userId, provider: 'code' }),
      );
      opened.setCookies();
      forgetAskingBrowser(deps, context);
      return accountIn(deps, opened.sessionId);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/logout',
      may: 'session.end',
      summary: 'Ends the session.',
      load: ownAccount,
    },
    async ({ deps, viewer, context }) => {
      await endSession(deps, context, viewer);
      return undefined;
    },
  ),
]);
