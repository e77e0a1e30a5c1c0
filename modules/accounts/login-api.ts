import * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import { type ApiRoute, api, type Deps } from '#src/platform/http.ts';
import { accountOf } from './account-of.ts';
import { beginVerifiedSession } from './finish-login.ts';
import { accountKnownHere } from './known-device.ts';
import { loginWithCode } from './login-with-code.ts';
import { loginWithoutCode } from './login-without-code.ts';
import { sendLoginCode } from './send-login-code.ts';
import { endSession, startSession } from './sessions.ts';
import { type AccountAnswer, accountAnswer, emailSchema } from './shapes.ts';

const tag = 'Login and settings';

async function accountIn(deps: Deps, sessionId: string): Promise<AccountAnswer> {
  return accountOf(deps, present(await deps.findViewer(sessionId), 'a session that just began'));
}

export const loginApi: readonly ApiRoute[] = [
  api(
    {
      method: 'post',
      path: '/api/auth/code/send-mail',
      may: 'session.begin',
      tag,
      summary: 'Mails a login code of six digits; the newest one counts, for ten minutes and five tries.',
      body: z.object({ email: emailSchema }),
      answer: z.object({ needsCode: z.boolean(), needsTotp: z.boolean() }),
    },
    async ({ deps, body: { email }, words, clientAddress, context }) => {
      const knownAs = await accountKnownHere(deps, context, email);
      return sendLoginCode(deps, { email, language: words.locale, clientAddress, knownAs });
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/code/login',
      may: 'session.begin',
      tag,
      summary:
        'Logs in by the mailed code and begins a verified session. Who has a second factor sends `totpCode` too, a code of the authenticator or a recovery code; a wrong one leaves the mailed code as it was.',
      body: z.object({
        email: emailSchema,
        code: z.union([z.string().max(40), z.int().nonnegative().transform(String)]),
        totpCode: z.string().max(40).nullable().optional(),
      }),
      answer: accountAnswer,
    },
    async ({ deps, body, words, clientAddress, context }) => {
      const { email, code, totpCode } = body;
      const knownAs = await accountKnownHere(deps, context, email);
      const login = { email, code, language: words.locale, clientAddress, knownAs };
      const { userId } = await loginWithCode(deps, { ...login, secondFactor: totpCode ?? '' });
      return accountIn(deps, await beginVerifiedSession(deps, context, { userId, provider: 'code' }));
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/code/unauthenticated-login',
      may: 'session.begin',
      tag,
      summary: 'Begins a session for one booking by an address that nobody proved; it shows nothing that is stored.',
      body: z.object({ email: emailSchema, eventId: z.int().positive() }),
      answer: accountAnswer,
    },
    async ({ deps, body, clientAddress, context }) => {
      const { userId } = await loginWithoutCode(deps, { email: body.email, clientAddress });
      return accountIn(deps, await startSession(deps, context, { userId, level: 'unverified', provider: 'address' }));
    },
  ),
  api(
    { method: 'post', path: '/api/auth/logout', may: 'session.end', tag, summary: 'Ends the session.' },
    async ({ deps, viewer, context }) => {
      await endSession(deps, context, viewer);
      return undefined;
    },
  ),
];
