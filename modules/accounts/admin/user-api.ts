import * as z from 'zod';
import { computed, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listRows } from '#src/web/list/find.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import { refuse } from '../rules/problems.ts';
import { accountAuditTypes } from '../schema.ts';
import { changeEmailOf } from '../settings/change-email.ts';
import { emailSchema, reasonSchema } from '../shapes.ts';
import { type User, userById } from '../users/users.ts';
import { removeSecondFactor } from './change-rights.ts';
import { detailsOf, readUsers, userSource } from './read-users.ts';

const userFields = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  isSuperAdmin: z.boolean(),
  verified: z.boolean(),
  createdAt: instant,
});
const withProof = (user: User) => ({ ...user, verified: user.verifiedAt !== null });
const userAnswer = computed(userFields, withProof).meta({ id: 'User', description: 'Account' });

export const userApi = tagged('Users', [
  api(
    {
      method: 'get',
      path: '/api/admin/users',
      may: 'user.read',
      summary: 'Lists accounts. `q` searches addresses and names.',
      query: listQueryOf(userSource),
      answer: z.object({ count: z.int(), rows: z.array(userAnswer) }),
    },
    async ({ deps, query }) => {
      return listRows(deps.read, userSource, query, (where) => readUsers(deps.read, where));
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/users/{userId}',
      may: 'user.read',
      summary: 'Returns an account with its security settings and its history',
      answer: z.object({
        user: userFields.extend({
          totpEnabled: z.boolean(),
          providers: z.array(z.string()),
          sessionCount: z.int(),
          audits: z.array(
            z.object({
              type: z.enum(accountAuditTypes),
              actorEmail: z.string().nullable(),
              comment: z.string(),
              createdAt: instant,
            }),
          ),
        }),
      }),
    },
    async ({ deps, params: { userId } }) => {
      const user = (await userById(deps.read, userId)) ?? refuse('NOT_FOUND');
      const { hasSecondFactor, providers, sessionCount, audits } = await detailsOf(deps.read, userId);
      return { user: { ...withProof(user), totpEnabled: hasSecondFactor, providers, sessionCount, audits } };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/users/{userId}/change-email',
      may: 'user.change',
      refuses: ['RESOURCE_IN_USE'],
      summary: 'Moves an account to another address for an owner who lost access to the mailbox, and ends its sessions',
      body: z.object({ newEmail: emailSchema }),
      answer: z.object({ user: userAnswer }),
    },
    async ({ deps, viewer, params: { userId }, body }) => {
      await deps.write((work) => changeEmailOf(work, { userId, newEmail: body.newEmail, actorId: viewer.userId }));
      return { user: (await userById(deps.read, userId)) ?? refuse('NOT_FOUND') };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/users/{userId}/remove-second-factor',
      may: 'user.change',
      summary:
        'Disables the second factor for an owner who lost phone and recovery codes, and ends the account’s sessions',
      body: z.object({ reason: reasonSchema }),
    },
    async ({ deps, viewer, clientAddress, params: { userId }, body: { reason } }) => {
      const removal = { userId, actorId: viewer.userId, reason, network: clientAddress };
      await deps.write((work) => removeSecondFactor(work, removal));
      return undefined;
    },
  ),
]);
