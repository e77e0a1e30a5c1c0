import * as z from 'zod';
import { instant } from '#src/web/answers.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { endSessionByKey, logOutEverywhere } from './end-sessions.ts';
import { takeSessionCookies } from './session-cookies.ts';
import { deviceText, sessionKeyShape, sessionList } from './session-list.ts';

export const sessionsApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/auth/sessions',
      may: 'account.read',
      summary: 'Lists the caller’s sessions. `provider-impersonate` marks a super admin who impersonates the caller.',
      load: ownAccount,
      answer: z.object({
        rows: z.array(
          z.object({
            key: z.string(),
            device: z.string(),
            provider: z.string(),
            createdAt: instant,
            lastSeenAt: instant,
            isCurrent: z.boolean(),
          }),
        ),
      }),
    },
    async ({ deps, viewer, i18n }) => ({
      rows: (await sessionList(deps, viewer)).map((session) => ({
        ...session,
        device: deviceText(i18n, session.device),
      })),
    }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/auth/sessions',
      may: 'account.sessions',
      summary: 'Ends all sessions of the caller, including this one',
      load: ownAccount,
    },
    async ({ deps, viewer, context, clientAddress }) => {
      await deps.write((work) => logOutEverywhere(work, viewer, clientAddress));
      takeSessionCookies(deps, context);
      return undefined;
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/auth/sessions/{key}',
      may: 'account.sessions',
      summary: 'Ends one session of the caller',
      params: z.object({ key: z.string().regex(sessionKeyShape) }),
      load: ownAccount,
    },
    async ({ deps, viewer, params, clientAddress }) => {
      await deps.write((work) => endSessionByKey(work, viewer, params.key, clientAddress));
      return undefined;
    },
  ),
]);
