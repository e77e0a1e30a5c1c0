import { desc, getTableColumns } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Permission, Person } from '#src/platform/permissions.ts';
import { events } from '../schema.ts';
import { managedBy } from './event-role.ts';

const { id, title, startTimestamp, endTimestamp, timeZone } = getTableColumns(events);
const columns = { id, title, startTimestamp, endTimestamp, timeZone };
export type ManagedEvent = Pick<typeof events.$inferSelect, keyof typeof columns>;

/** The events that somebody looks after, by name and date, the latest first: for choosing one. One statement. */
export const managedEvents = async (reader: Reader | Tx, viewer: Person, may: Permission): Promise<ManagedEvent[]> =>
  reader
    .select(columns)
    .from(events)
    .where(managedBy(viewer, may))
    .orderBy(desc(events.startTimestamp), desc(events.id));
