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
      refuses: ['MAIL_DELIVERY_ERROR'],
      summary:
        'Mails a six-digit login code, valid for ten minutes and five attempts. Clients with cookies have their own attempts, and only their newest code is valid. After many unused codes the mail holds a 16-digit code instead, at most once an hour. It is valid for an hour in every browser.',
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
      refuses: ['INVALID_CODE', 'INVALID_TOTP_CODE'],
      summary:
        'Logs in with the mailed code and starts a verified session. Accounts with a second factor also send `totpCode`: an authenticator code or a recovery code. A wrong `totpCode` does not consume the mailed code.',
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
      summary: 'Logs out',
      load: ownAccount,
    },
    async ({ deps, viewer, context }) => {
      await endSession(deps, context, viewer);
      return undefined;
    },
  ),
]);
