import * as z from 'zod';
import { requirePermission } from '#src/access/permissions.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { paths } from '#src/ui/paths.ts';
import { api, insidePath, tagged } from '#src/web/http.ts';
import { recognizePerson } from '../identities/join-identity.ts';
import { savePendingIdentity } from '../identities/pending-identity.ts';
import { finishLogin } from '../login/finish-login.ts';
import { loginPath } from '../login/login-target.ts';
import { forgetCookie, oneTapNonce } from '../providers/cookies.ts';
import { personOfCredential } from '../providers/one-tap.ts';
import { isProviderName, providerNames } from '../providers/provider-settings.ts';
import { refuse } from '../rules/problems.ts';
import { accountAnswer, accountIn } from '../users/account-answer.ts';
import { beginAuthorization } from './authorization-requests.ts';

const target = z.string().max(2000).optional().describe('Path on this site to open after the login');

export const providerApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/auth/auth-url',
      may: 'session.begin',
      refuses: ['NOT_FOUND', 'NO_PERMISSION', 'OAUTH_ERROR'],
      summary: 'Returns the URL that starts a login with an identity provider, valid for ten minutes in this browser',
      query: z.object({
        type: z.enum(['login']).default('login'),
        client: z.enum(['web']).default('web'),
        provider: z.enum([...providerNames, 'local', 'passwordreset', 'provider-impersonate']),
        to: target,
      }),
      answer: z.object({ url: z.string() }),
    },
    async ({ deps, context, viewer, query, i18n, now }) => {
      const { provider } = query;
      const to = insidePath(query.to, paths.start);
      const { publicUrl } = deps.config;
      if (isProviderName(provider)) {
        const options = { language: i18n.locale, again: false };
        return { url: await beginAuthorization(deps, context, { provider, target: to, ...options }) };
      }
      if (provider !== 'provider-impersonate') {
        // There are no passwords; a login code is mailed instead.
        return { url: `${publicUrl}${to === paths.start ? paths.login : loginPath(to)}` };
      }
      if (!viewer?.isSuperAdmin) return refuseGenerally('NO_PERMISSION');
      requirePermission('user.impersonate', viewer, now);
      return { url: `${publicUrl}/admin/users` };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/google/login-via-one-tap',
      may: 'session.begin',
      refuses: ['NOT_FOUND', 'INVALID_TOTP_CODE', 'OAUTH_ERROR', 'OAUTH_INSUFFICIENT_PERMISSIONS'],
      summary:
        'Logs in with a Google One Tap credential. If a refusal has `details.next`, the login continues at that URL.',
      body: z.object({ credential: z.string().min(1).max(10_000), to: target }),
      answer: accountAnswer,
    },
    async ({ deps, context, body, i18n, clientAddress }) => {
      const provider = 'google';
      const to = insidePath(body.to, paths.start);
      const person = await personOfCredential(deps, body.credential, oneTapNonce(context));
      const recognized = await deps.write((work) =>
        recognizePerson(work, { provider, person, language: i18n.locale, network: clientAddress }),
      );
      if (recognized.kind === 'deleted') return refuse('OAUTH_ERROR');
      forgetCookie(context, 'nonce');
      if (recognized.kind === 'mailbox') {
        await savePendingIdentity(deps, context, { provider, person, target: to });
        return refuse('OAUTH_INSUFFICIENT_PERMISSIONS', { next: loginPath(to) });
      }
      const login = { userId: recognized.userId, provider, target: to };
      const { next, sessionId } = await finishLogin(deps, context, login);
      return accountIn(deps, sessionId ?? refuse('INVALID_TOTP_CODE', { next }));
    },
  ),
]);
