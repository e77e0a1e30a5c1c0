import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { addEventEntries, catalogOf, setWaitingRoom } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { admit } from './advance-room.ts';
import { seedHashOf } from './draw-order.ts';
import { roomOf } from './read-room.ts';
import { refuse } from './rules/problems.ts';
import { opensAtOf, type RoomSettings, usualSettings } from './rules/room.ts';
import { type WaitingRoom, waitingPlaces, waitingRooms } from './schema.ts';

type Editor = Pick<Viewer, 'userId'>;
type Change = RoomSettings & { isPaused: boolean };

export const settingsOf = (room: WaitingRoom | null): Change => {
  const { beginsAt, leadMinutes, mostAtOnce: maxAtOnce, perMinute, windowMinutes, keepUntil } = room ?? usualSettings;
  return {
    beginsAt,
    leadMinutes,
    mostAtOnce: maxAtOnce,
    perMinute,
    windowMinutes,
    keepUntil,
    isPaused: room?.isPaused ?? false,
  };
};

/** Running turns keep their end. @throws Problem NOT_FOUND, VALIDATION_FAILED at `beginsAt` without a sale start */
export async function saveRoom(work: Work, editor: Editor, eventId: number, input: Partial<Change>): Promise<void> {
  const { tx } = work;
  const catalog = (await catalogOf(tx, eventId)) ?? refuse('NOT_FOUND');
  const stored = await roomOf(tx, eventId);
  const isOn = catalog.event.waitingRoom && stored?.endedAt === null;
  const before = settingsOf(stored);
  const after: Change = { ...before, ...(isOn ? {} : { isPaused: false }), ...input };
  if (opensAtOf(after, catalog) === null) refuseFields({ beginsAt: ['waitingRoom.error.noOpening'] });
  if (isOn) await tx.update(waitingRooms).set(after).where(eq(waitingRooms.eventId, eventId));
  else await beginRoom(work, editor, eventId, after);
  await addHistory(work, editor, catalog, isOn ? before : null, after);
  if (isOn) await admit(work, { eventId });
  else await setWaitingRoom(work, eventId, true);
}

/** A new room has a new seed and no places. */
async function beginRoom({ tx }: Work, { userId: editorId }: Editor, eventId: number, settings: Change): Promise<void> {
  await tx.delete(waitingPlaces).where(eq(waitingPlaces.eventId, eventId));
  await tx.delete(waitingRooms).where(eq(waitingRooms.eventId, eventId));
  const seed = randomBytes(32).toString('hex');
  await tx.insert(waitingRooms).values({ eventId, ...settings, editorId, seed, seedHash: seedHashOf(seed) });
}

async function addHistory(
  work: Work,
  editor: Editor,
  { event }: Catalog,
  before: Change | null,
  after: Change,
): Promise<void> {
  const changes = (Object.keys(after) as (keyof Change)[])
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
    .filter((change) => change.before !== null || (change.after !== null && change.after !== false));
  if (changes.length === 0) return;
  await addEventEntries(work, editor, event.id, [
    { kind: 'waitingRoom', action: before ? 'changed' : 'created', recordId: event.id, name: event.title, changes },
  ]);
}

export async function endRoom(work: Work, eventId: number): Promise<boolean> {
  const ended = await work.tx
    .update(waitingRooms)
    .set({ endedAt: work.now })
    .where(and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.endedAt)))
    .returning({ eventId: waitingRooms.eventId });
  if (ended.length === 0) return false;
  await setWaitingRoom(work, eventId, false);
  return true;
}
