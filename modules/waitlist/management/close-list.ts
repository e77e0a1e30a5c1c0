import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { wishForPlaces } from '../rules/wish.ts';
import { closedWaitlists } from '../schema.ts';
import { type Editor, noteOnList } from './note-on-list.ts';

/** A closed list accepts no new entries; existing ones keep waiting. */
export async function closeList(
  work: Work,
  { eventId, competitionId, isClosed }: { eventId: number; competitionId: number; isClosed: boolean },
  editor: Editor,
): Promise<void> {
  const { tx } = work;
  const changed = isClosed
    ? await tx.insert(closedWaitlists).values({ eventId, competitionId }).onConflictDoNothing().returning()
    : await tx.delete(closedWaitlists).where(eq(closedWaitlists.competitionId, competitionId)).returning();
  if (changed.length === 0) return;
  const about = { eventId, ...wishForPlaces(competitionId) };
  await noteOnList(work, editor, about, { field: 'listClosed', before: !isClosed, after: isClosed });
}
