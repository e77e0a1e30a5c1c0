import * as z from 'zod';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import { beginTotp, disableTotp, enableTotp, renewRecoveryCodes } from './change-totp.ts';
import { hasSecondFactor } from './second-factor.ts';

const code = z
  .union([
    z.string().max(40),
    z
      .int()
      .nonnegative()
      .transform((digits) => String(digits).padStart(6, '0')),
  ])
  .describe('Six-digit authenticator code');
const codeOrRecovery = code.describe('Six-digit authenticator code, or a recovery code');
const recoveryCodes = z.array(z.string()).describe('Ten one-time recovery codes; they are not shown again');

export const totpApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/auth/totp/status',
      may: 'account.read',
      summary: 'Returns whether the caller’s logins need a second factor',
      load: ownAccount,
      answer: z.object({ totpEnabled: z.boolean() }),
    },
    async ({ deps, viewer }) => ({ totpEnabled: await hasSecondFactor(deps.read, viewer.userId) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/totp/generate',
      may: 'account.totp',
      refuses: ['RESOURCE_IN_USE'],
      summary: 'Creates an authenticator secret. It must be enabled with a code within ten minutes.',
      load: ownAccount,
      answer: z.object({ otpauthUri: z.string(), secret: z.string() }),
    },
    ({ deps, viewer, i18n }) => beginTotp(deps, i18n, viewer),
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/totp/enable',
      may: 'account.totp',
      refuses: ['INVALID_TOTP_CODE', 'RESOURCE_IN_USE'],
      summary: 'Enables the second factor with a first code and ends the caller’s other sessions',
      load: ownAccount,
      body: z.object({ code }),
      answer: z.object({ totpEnabled: z.literal(true), recoveryCodes }),
    },
    async ({ deps, viewer, body, context, clientAddress }) => {
      const codes = await enableTotp(deps, { viewer, input: body.code, network: clientAddress });
      await rotateSession(deps, context, viewer);
      return { totpEnabled: true as const, recoveryCodes: codes };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/totp/disable',
      may: 'account.totp',
      refuses: ['INVALID_TOTP_CODE'],
      summary: 'Disables the second factor and ends the caller’s other sessions',
      load: ownAccount,
      body: z.object({ code: codeOrRecovery }),
      answer: z.object({ totpEnabled: z.literal(false) }),
    },
    async ({ deps, viewer, body, context, clientAddress }) => {
      await disableTotp(deps, { viewer, input: body.code, network: clientAddress });
      await rotateSession(deps, context, viewer);
      return { totpEnabled: false as const };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/auth/totp/recovery-codes',
      may: 'account.totp',
      refuses: ['INVALID_TOTP_CODE'],
      summary: 'Creates ten new recovery codes. The previous codes stop working.',
      load: ownAccount,
      body: z.object({ code: codeOrRecovery }),
      answer: z.object({ recoveryCodes }),
    },
    async ({ deps, viewer, body, clientAddress }) => ({
      recoveryCodes: await renewRecoveryCodes(deps, { viewer, input: body.code, network: clientAddress }),
    }),
  ),
]);
