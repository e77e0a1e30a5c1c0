import * as z from 'zod';
import { toIso } from '#src/kernel/time.ts';
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

const userAnswer = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  isSuperAdmin: z.boolean(),
  verified: z.boolean(),
  createdAt: z.string(),
});

const userShape = (user: User): z.input<typeof userAnswer> => ({
  id: user.id,
  email: user.email,
  firstname: user.firstname,
  lastname: user.lastname,
  isSuperAdmin: user.isSuperAdmin,
  verified: user.verifiedAt !== null,
  createdAt: toIso(user.createdAt),
});

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
      const { count, rows } = await listRows(deps.read, userSource, query, (where) => readUsers(deps.read, where));
      return { count, rows: rows.map(userShape) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/users/{userId}',
      may: 'user.read',
      summary: 'Returns an account with its security settings and its history',
      answer: z.object({
        user: userAnswer.extend({
          totpEnabled: z.boolean(),
          providers: z.array(z.string()),
          sessionCount: z.int(),
          audits: z.array(
            z.object({
              type: z.enum(accountAuditTypes),
              actorEmail: z.string().nullable(),
              comment: z.string(),
              createdAt: z.string(),
            }),
          ),
        }),
      }),
    },
    async ({ deps, params: { userId } }) => {
      const user = (await userById(deps.read, userId)) ?? refuse('NOT_FOUND');
      const { hasSecondFactor, providers, sessionCount, audits } = await detailsOf(deps.read, userId);
      return {
        user: {
          ...userShape(user),
          totpEnabled: hasSecondFactor,
          providers,
          sessionCount,
          audits: audits.map(({ type, actorEmail, comment, createdAt }) => ({
            type,
            actorEmail,
            comment,
            createdAt: toIso(createdAt),
          })),
        },
      };
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
      return { user: userShape((await userById(deps.read, userId)) ?? refuse('NOT_FOUND')) };
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
