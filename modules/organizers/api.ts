import * as z from 'zod';
import { emailSchema } from '#modules/accounts/index.ts';
import { requirePermission } from '#src/access/permissions.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { listQueryOf } from '#src/web/list/query.ts';
import {
  acceptInvitation,
  invitationsOf,
  invite,
  loadInvitation,
  withdrawInvitation,
} from './invitations/invitations.ts';
import { postAccess } from './mails.ts';
import { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
import { listOrganizers, loadOrganizer, organizerById, organizerSource, usersOfOrganizer } from './read.ts';
import { invitationState } from './rules/invitation.ts';
import { createOrganizer, requireChange, updateOrganizer } from './save-organizer.ts';
import {
  invitationInput,
  organizerAnswer,
  organizerChange,
  organizerFields,
  organizerRole,
  organizerUserAnswer,
} from './shapes.ts';

const usersAnswer = z.object({ users: z.array(organizerUserAnswer) });
const oneAnswer = z.object({ organizer: organizerAnswer });

const invitationsAnswer = z.object({
  invitations: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      role: organizerRole,
      state: z.enum(['open', 'expired']),
      createdAt: instant,
      expiresAt: instant,
    }),
  ),
});
const answerOne = async (deps: Deps, organizerId: number) => ({
  organizer: (await organizerById(deps.read, organizerId)) ?? refuse('NOT_FOUND'),
});

export const organizerApi = tagged('Organizers', [
  api(
    {
      method: 'get',
      path: '/api/admin/organizers',
      may: 'organizer.manage',
      summary: 'Lists organizers. Sort and filter by id, name, email and createdAt; `q` searches the name.',
      query: listQueryOf(organizerSource),
      answer: z.object({ count: z.int(), rows: z.array(organizerAnswer) }),
    },
    ({ deps, query }) => listOrganizers(deps.read, query),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers',
      may: 'organizer.manage',
      summary: 'Creates an organizer',
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
      may: 'organizer.read',
      summary: 'Returns an organizer',
      load: loadOrganizer,
      answer: oneAnswer,
    },
    async ({ record }) => ({ organizer: record }),
  ),
  api(
    {
      method: 'patch',
      path: '/api/admin/organizers/{organizerId}',
      may: 'organizer.change',
      refuses: ['INVALID_TOKEN'],
      summary:
        'Changes the given fields of an organizer. The payout account needs a login within the last two hours. Only super admins change rates and the site name.',
      load: loadOrganizer,
      body: organizerChange,
      answer: oneAnswer,
    },
    async ({ deps, viewer, now, params: { organizerId }, record, body }) => {
      requireChange(viewer, now, record, body);
      await deps.write((work) => updateOrganizer(work, organizerId, body, viewer.userId));
      return answerOne(deps, organizerId);
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}/users',
      may: 'organizer.read',
      summary: 'Lists the members of an organizer',
      load: loadOrganizer,
      answer: usersAnswer,
    },
    async ({ deps, params: { organizerId } }) => ({ users: await usersOfOrganizer(deps.read, organizerId) }),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers/{organizerId}/users',
      may: 'organizer.users',
      refuses: ['CANT_REMOVE_ORGANIZER_IS_LAST'],
      summary:
        'Adds the account of an email address as a member and notifies its owner by mail. An existing member gets the role.',
      load: loadOrganizer,
      body: z.object({ email: emailSchema, role: organizerRole.default('manager') }),
      answer: usersAnswer,
    },
    async ({ deps, viewer, i18n, params: { organizerId }, body: { email, role } }) => {
      await deps.write(async (work) => {
        const isNew = await addOrganizerUser(work, organizerId, email, viewer.userId, role);
        if (isNew) await postAccess(work, { recipient: email, organizerId, role, locale: i18n.locale });
      });
      return { users: await usersOfOrganizer(deps.read, organizerId) };
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/organizers/{organizerId}/users/{userId}',
      may: 'organizer.users',
      refuses: ['CANT_REMOVE_ORGANIZER_IS_LAST'],
      summary: 'Removes a member, effective with the member’s next request',
      load: loadOrganizer,
      answer: usersAnswer,
    },
    async ({ deps, viewer, params: { organizerId, userId } }) => {
      await deps.write((work) => removeOrganizerUser(work, organizerId, userId, viewer.userId));
      return { users: await usersOfOrganizer(deps.read, organizerId) };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/organizers/{organizerId}/invitations',
      may: 'organizer.read',
      summary: 'Lists the open invitations of an organizer',
      load: loadOrganizer,
      answer: invitationsAnswer,
    },
    ({ deps, now, params: { organizerId } }) => answerInvitations(deps, organizerId, now),
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/organizers/{organizerId}/invitations',
      may: 'organizer.users',
      summary: 'Invites a member by mail. The link works for seven days and only for that address.',
      load: loadOrganizer,
      body: invitationInput,
      answer: invitationsAnswer,
    },
    async ({ deps, viewer, i18n, now, params: { organizerId }, body }) => {
      const input = { ...body, message: body.message ?? null, invitedBy: viewer.userId, locale: i18n.locale };
      await deps.write((work) => invite(work, organizerId, input));
      return answerInvitations(deps, organizerId, now);
    },
  ),
  api(
    {
      method: 'delete',
      path: '/api/admin/organizers/{organizerId}/invitations/{invitationId}',
      may: 'organizer.users',
      summary: 'Cancels an invitation and its link',
      load: loadOrganizer,
      answer: invitationsAnswer,
    },
    async ({ deps, viewer, now, params: { organizerId, invitationId } }) => {
      await deps.write((work) => withdrawInvitation(work, organizerId, invitationId, viewer.userId));
      return answerInvitations(deps, organizerId, now);
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/invitations/{invitation}/accept',
      refuses: ['INVALID_TOKEN', 'NO_PERMISSION'],
      may: 'invitation.answer',
      summary: 'Accepts an invitation once. The caller must have verified the invited address.',
      load: loadInvitation,
      answer: z.object({ organizerId: z.int(), role: organizerRole }),
    },
    async ({ deps, viewer, record }) => {
      await deps.write((work) => acceptInvitation(work, record, viewer));
      return { organizerId: record.organizerId, role: record.role };
    },
  ),
]);

async function answerInvitations(deps: Deps, organizerId: number, now: Instant) {
  const rows = await invitationsOf(deps.read, organizerId);
  return {
    invitations: rows.map((row) => ({
      ...row,
      state: invitationState({ ...row, outcome: null }, now) === 'open' ? ('open' as const) : ('expired' as const),
    })),
  };
}
