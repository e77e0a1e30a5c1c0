import * as z from 'zod';
import { toIso } from '#src/kernel/time.ts';
import { api, ownAccount, tagged } from '#src/web/http.ts';
import { readIdentities } from './read-identities.ts';
import { removeIdentity } from './remove-identity.ts';

export const identityApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/auth/identities',
      may: 'account.email',
      summary: 'The providers that may open the account of the person.',
      load: ownAccount,
      answer: z.object({
        rows: z.array(z.object({ id: z.int(), provider: z.string(), createdAt: z.string(), lastUsedAt: z.string() })),
      }),
    },
    async ({ deps, viewer }) => ({
      rows: (await readIdentities(deps.read, viewer.userId)).map(({ id, provider, createdAt, lastUsedAt }) => ({
        id,
        provider,
        createdAt: toIso(createdAt),
        lastUsedAt: toIso(lastUsedAt),
      })),
    }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/auth/identities/{identityId}',
      may: 'account.email',
      summary: 'Takes a provider its right to open the account.',
      load: ownAccount,
    },
    async ({ deps, viewer, params, clientAddress }) => {
      const { identityId } = params;
      await deps.write((work) => removeIdentity(work, { identityId, userId: viewer.userId, network: clientAddress }));
      return undefined;
    },
  ),
]);
