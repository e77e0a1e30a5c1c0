import { userById } from '#modules/accounts/index.ts';
import { eventIdsOf } from '#modules/events/index.ts';
import { rolesOfUser } from '#modules/organizers/index.ts';
import { mayTouch, type Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { ExportRow } from './read-exports.ts';

/** Checked by current rights. */
export async function mayHaveExport(
  reader: Reader | Tx,
  person: Person,
  { eventId }: Pick<ExportRow, 'eventId'>,
): Promise<boolean> {
  if (mayTouch('export.platform', person, {})) return true;
  if (eventId === null) return false;
  const managed = await eventIdsOf(reader, person, 'export.make');
  return managed === 'all' || managed.includes(eventId);
}

/** The person who requested the export, with current rights; null: account deleted. */
export async function creatorOf(
  reader: Reader | Tx,
  { creatorId }: Pick<ExportRow, 'creatorId'>,
): Promise<(Person & { email: string }) | null> {
  const user = await userById(reader, creatorId);
  if (!user || user.deletedAt !== null) return null;
  const { email, isSuperAdmin } = user;
  return {
    userId: user.id,
    visitId: '',
    level: 'verified',
    email,
    isSuperAdmin,
    roles: await rolesOfUser(reader, user.id),
  };
}
