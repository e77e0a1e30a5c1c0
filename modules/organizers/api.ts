import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/platform/deps.ts';
import { api, tagged } from '#src/platform/http.ts';
import { listQuerySchema } from '#src/platform/list/query.ts';
import { requirePermission } from '#src/platform/permissions.ts';
import { createOrganizer } from './create-organizer.ts';
import { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
import { listOrganizers, organizerById, usersOfOrganizer } from './read.ts';
import {
  organizerAnswer,
  organizerChange,
  organizerFields,
  organizerRole,
  organizerShape,
  organizerUserAnswer,
} from './shapes.ts';
import { updateOrganizer } from './update-organizer.ts';

const usersAnswer = z.object({ users: z.array(organizerUserAnswer) });
const oneAnswer = z.object({ organizer: organizerAnswer });

export async function knownOrganizer(deps: Deps, organizerId: number) {
  return (await organizerById(deps.read, organizerId)) ?? refuse('NOT_FOUND');
}
const answerOne = async (deps: Deps, organizerId: number) => ({
  organizer: organizerShape(await knownOrganizer(deps, organizerId)),
});

export const organizerApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizers',
      may: 'organizer.manage',
      summary: 'Organizers; sort and filter by id, name, email, createdAt; `q` searches the name.',
      query: listQuerySchema,
      answer: z.object({ count: z.int(), rows: z.array(organizerAnswer) }),
    },
    async ({ deps, query }) => {
      const { count, rows } = await listOrganizers(deps.read, query);
      return { count, rows: rows.map(organizerShape) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers',
      may: 'organizer.manage',
      summary: 'Makes an organizer.',
      body: organizerFields,
      answer: oneAnswer,
    },
    async ({ deps, viewer, now, body }) => {
      if (body.iban || body.bic) requirePermission('organizer.bank', viewer, now);
      return answerOne(deps, await deps.write((work) => createOrganizer(work, body)));
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}',
      may: 'organizer.manage',
      summary: 'One organizer.',
      answer: oneAnswer,
    },
    ({ deps, params: { organizerId } }) => answerOne(deps, organizerId),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/organizers/{organizerId}',
      may: 'organizer.manage',
      summary: 'Changes what is named. The account that payouts go to needs a login of the last two hours.',
      body: organizerChange,
      answer: oneAnswer,
    },
    async ({ deps, viewer, now, params: { organizerId }, body }) => {
      if (body.iban !== undefined || body.bic !== undefined) requirePermission('organizer.bank', viewer, now);
      await deps.write((work) => updateOrganizer(work, organizerId, body, viewer.userId));
      return answerOne(deps, organizerId);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}/users',
      may: 'organizer.manage',
      summary: 'Who works for the organizer.',
      answer: usersAnswer,
    },
    async ({ deps, params: { organizerId } }) => {
      await knownOrganizer(deps, organizerId);
      return { users: await usersOfOrganizer(deps.read, organizerId) };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers/{organizerId}/users',
      may: 'organizer.users',
      summary: 'Lets the person behind an address work for the organizer; whoever does already gets the role.',
      body: z.object({ email: emailSchema, role: organizerRole.default('manager') }),
      answer: usersAnswer,
    },
    async ({ deps, viewer, params: { organizerId }, body }) => {
      await deps.write((work) => addOrganizerUser(work, organizerId, body.email, viewer.userId, body.role));
      return { users: await usersOfOrganizer(deps.read, organizerId) };
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/organizers/{organizerId}/users/{userId}',
      may: 'organizer.users',
      summary: 'Ends that.',
      answer: usersAnswer,
    },
    async ({ deps, viewer, params: { organizerId, userId } }) => {
      await deps.write((work) => removeOrganizerUser(work, organizerId, userId, viewer.userId));
      return { users: await usersOfOrganizer(deps.read, organizerId) };
    },
  ),
]);
