import * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import { type ApiRoute, type AppContext, api, type Deps } from '#src/platform/http.ts';
import { accountOf } from './account-of.ts';
import { loginWithCode } from './login-with-code.ts';
import { loginWithoutCode } from './login-without-code.ts';
import { joinPendingIdentity } from './providers/pending-identity.ts';
import { sendLoginCode } from './send-login-code.ts';
import { endSession, type NewSession, startSession } from './sessions.ts';
import { type AccountAnswer, accountAnswer, emailSchema } from './shapes.ts';

const tag = 'Login and settings';

async function begin(deps: Deps, context: AppContext, session: NewSession): Promise<AccountAnswer> {
  const sessionId = await startSession(deps, context, session);
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
    ({ deps, body, words, clientAddress }) =>
      sendLoginCode(deps, { email: body.email, language: words.locale, clientAddress }),
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/code/login',
      may: 'session.begin',
      tag,
      summary: 'Logs in by the mailed code and begins a verified session.',
      body: z.object({
        email: emailSchema,
        code: z.union([z.string().max(40), z.int().nonnegative().transform(String)]),
        totpCode: z.string().max(20).nullable().optional(),
      }),
      answer: accountAnswer,
    },
    async ({ deps, body, words, clientAddress, context }) => {
      const { userId } = await loginWithCode(deps, { ...body, language: words.locale, clientAddress });
      await joinPendingIdentity(deps, context, userId);
      return begin(deps, context, { userId, level: 'verified', provider: 'code' });
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
      return begin(deps, context, { userId, level: 'unverified', provider: 'address' });
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
