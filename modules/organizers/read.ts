import { asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { mayTouch, organizersFor, type Permission, type RoleAt } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready, selectRows } from '#src/data/hot-statements.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type ListSource, listRows } from '#src/web/list/find.ts';
import { byName } from '#src/web/list/name-order.ts';
import { contains, type ListQuery } from '#src/web/list/query.ts';
import { organizers, organizerUsers } from './schema.ts';
import type { Organizer, OrganizerUser } from './shapes.ts';

const rolesStatement =
  'select organizer_id organizerId, role from organizer_users where user_id = ? order by organizer_id';

/** Sessions cache the roles until they change. */
export async function rolesOfUser(reader: Reader | Tx, userId: number): Promise<RoleAt[]> {
  return await reader.all<RoleAt>(ready(rolesStatement, [userId]));
}

export async function organizerById(reader: Reader | Tx, id: number): Promise<Organizer | null> {
  const [organizer] = await selectRows(reader, organizers, 'where id = ?', [id]);
  return organizer ?? null;
}

export function usersOfOrganizer(reader: Reader | Tx, organizerId: number): Promise<OrganizerUser[]> {
  return reader
    .select({
      id: users.id,
      email: users.email,
      firstname: users.firstname,
      lastname: users.lastname,
      role: organizerUsers.role,
    })
    .from(organizerUsers)
    .innerJoin(users, eq(users.id, organizerUsers.userId))
    .where(eq(organizerUsers.organizerId, organizerId))
    .orderBy(asc(users.email));
}

export const organizerSource: ListSource = {
  id: organizers.id,
  fields: {
    id: { column: organizers.id, kind: 'number' },
    name: { column: organizers.name, kind: 'text' },
    email: { column: organizers.email, kind: 'text' },
    createdAt: { column: organizers.createdAt, kind: 'instant' },
  },
  search: (q) => contains(organizers.name, q),
  order: [...byName(organizers.name), asc(organizers.id)],
};

/** @throws Problem VALIDATION_FAILED for unknown sort or filter fields */
export const listOrganizers = (reader: Reader, query: ListQuery): Promise<{ count: number; rows: Organizer[] }> =>
  listRows(reader, organizerSource, query, (isOnPage) => organizersOf(reader, isOnPage));

export const organizersOf = (reader: Reader, isOnPage: SQL): PromiseLike<Organizer[]> =>
  reader.select().from(organizers).where(isOnPage);

export const organizerNames = (reader: Reader | Tx): PromiseLike<{ id: number; name: string }[]> =>
  reader
    .select({ id: organizers.id, name: organizers.name })
    .from(organizers)
    .orderBy(...byName(organizers.name));

/** A subquery. */
export const organizersWithHost = (reader: Reader) =>
  reader.select({ id: organizers.id }).from(organizers).where(isNotNull(organizers.hostName));

type NamesOrganizer = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { organizerId: number };
};

/** @throws Problem NOT_FOUND for a foreign organizer */
export async function loadOrganizer({
  deps,
  viewer,
  may,
  params: { organizerId },
}: NamesOrganizer): Promise<Organizer> {
  if (!mayTouch(may, viewer, { organizerIds: [organizerId] })) return refuse('NOT_FOUND');
  return (await organizerById(deps.read, organizerId)) ?? refuse('NOT_FOUND');
}

/** The caller's own organizers. */
export const loadOwnOrganizers = async ({ deps, viewer, may }: Omit<NamesOrganizer, 'params'>): Promise<Organizer[]> =>
  organizersOf(deps.read, inArray(organizers.id, organizersFor(may, viewer)));
