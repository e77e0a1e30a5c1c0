import { and, desc, eq, isNull } from 'drizzle-orm';
import { addAccountAudit } from '#modules/accounts/index.ts';
import type { OrganizerRole, Person } from '#src/access/permissions.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, hours, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { addOrganizerUser } from '../organizer-users.ts';
import { organizerById } from '../read.ts';
import { invitationMs, invitationState } from '../rules/invitation.ts';
import { refuse } from '../rules/problems.ts';
import { organizerInvitations } from '../schema.ts';

export type Invitation = typeof organizerInvitations.$inferSelect;

/** Limits per organizer and per address, so that invitations cannot be used for spam. */
const perOrganizer: Limit = { name: 'invitations', most: 40, windowMs: days(1), per: 'account' };
const perAddress: Limit = { name: 'invitation-to', most: 3, windowMs: hours(1), per: 'account' };

/** Signed; the address does not reveal the recipient. */
export const invitationPath = (signer: Signer, { id, email }: Pick<Invitation, 'id' | 'email'>): string =>
  `/invitation/${id}-${signer.mac('invitation', `${id}|${email}`)}`;

/** @throws Problem NOT_FOUND for an invalid address */
async function invitationNamed(reader: Reader | Tx, signer: Signer, named: string): Promise<Invitation> {
  const [, id, mac] = /^([1-9]\d{0,14})-([\w-]{20,60})$/.exec(named) ?? [];
  const found = id ? await invitationNumbered(reader, Number(id)) : null;
  if (!found || !signer.verify('invitation', `${found.id}|${found.email}`, mac ?? '')) return refuse('NOT_FOUND');
  return found;
}

export async function invitationNumbered(reader: Reader | Tx, id: number): Promise<Invitation | null> {
  const [found] = await reader.select().from(organizerInvitations).where(eq(organizerInvitations.id, id));
  return found ?? null;
}

/** Open and expired invitations, newest first. */
export const invitationsOf = (reader: Reader | Tx, organizerId: number): Promise<Invitation[]> =>
  reader
    .select()
    .from(organizerInvitations)
    .where(and(eq(organizerInvitations.organizerId, organizerId), isNull(organizerInvitations.outcome)))
    .orderBy(desc(organizerInvitations.id))
    .limit(200);

type InvitationRequest = {
  email: string;
  role: OrganizerRole;
  message: string | null;
  invitedBy: number;
  locale: Locale;
};

/** Replaces an open invitation to the same address. @throws Problem NOT_FOUND, TOO_MANY_REQUESTS */
export async function invite(work: Work, organizerId: number, request: InvitationRequest): Promise<Invitation> {
  const { tx, now } = work;
  if (!(await organizerById(tx, organizerId))) return refuse('NOT_FOUND');
  const { locale, ...row } = request;
  await countTry(work, perOrganizer, String(organizerId), 1);
  await countTry(work, perAddress, `${organizerId} ${request.email}`, 1);
  await tx
    .update(organizerInvitations)
    .set({ outcome: 'replaced', endedAt: now })
    .where(
      and(
        eq(organizerInvitations.organizerId, organizerId),
        eq(organizerInvitations.email, request.email),
        isNull(organizerInvitations.outcome),
      ),
    );
  const [made] = await tx
    .insert(organizerInvitations)
    .values({ organizerId, ...row, createdAt: now, expiresAt: plus(now, invitationMs) })
    .returning();
  const invitation = present(made, 'an insert returns its row');
  await work.post({
    type: 'OrganizerInvitation',
    params: { invitationId: invitation.id },
    recipient: request.email,
    locale,
    uniqueKey: `invitation ${invitation.id}`,
    // The recipient may be waiting for it.
    priority: 2,
    expiresAt: invitation.expiresAt,
  });
  await addAccountAudit(work, {
    userId: request.invitedBy,
    actorId: work.impersonatorId ?? request.invitedBy,
    type: 'OrganizerInvited',
    comment: `organizer ${organizerId} ${request.role}, invitation ${invitation.id}`,
  });
  return invitation;
}

/** @throws Problem NOT_FOUND */
export async function withdrawInvitation(
  work: Work,
  organizerId: number,
  invitationId: number,
  actorId: number,
): Promise<void> {
  const { tx, now } = work;
  const ended = await tx
    .update(organizerInvitations)
    .set({ outcome: 'withdrawn', endedAt: now })
    .where(
      and(
        eq(organizerInvitations.id, invitationId),
        eq(organizerInvitations.organizerId, organizerId),
        isNull(organizerInvitations.outcome),
      ),
    )
    .returning({ id: organizerInvitations.id });
  if (ended.length === 0) refuse('NOT_FOUND');
  await addAccountAudit(work, {
    userId: actorId,
    actorId: work.impersonatorId ?? actorId,
    type: 'OrganizerInvited',
    comment: `- organizer ${organizerId}, invitation ${invitationId}`,
  });
}

/**
 * Works once, for the verified address of the invitation.
 * @throws Problem NO_PERMISSION for another address; INVALID_TOKEN when it is used, withdrawn or expired;
 * CANT_REMOVE_ORGANIZER_IS_LAST when the only owner would change role
 */
export async function acceptInvitation(work: Work, { id }: Invitation, viewer: Person & { email: string }) {
  const { tx, now } = work;
  const invitation = (await invitationNumbered(tx, id)) ?? refuse('NOT_FOUND');
  if (invitation.email !== viewer.email) refuse('NO_PERMISSION', { reason: 'invitationOther' });
  const state = invitationState(invitation, now);
  if (state !== 'open') refuse('INVALID_TOKEN', { reason: 'invitationOver', state });
  await tx
    .update(organizerInvitations)
    .set({ outcome: 'accepted', endedAt: now, acceptedBy: viewer.userId })
    .where(eq(organizerInvitations.id, id));
  await addOrganizerUser(work, invitation.organizerId, invitation.email, invitation.invitedBy, invitation.role);
}

export const loadInvitation = ({
  deps,
  params,
}: {
  deps: Pick<Deps, 'read' | 'signer'>;
  params: { invitation: string };
}): Promise<Invitation> => invitationNamed(deps.read, deps.signer, params.invitation);
