import { eq } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { setNameVisibility } from './name-visibility.ts';
import { resultOfEvent } from './read-lines.ts';
import { refuse } from './rules/problems.ts';
import { results } from './schema.ts';
import { touchResults } from './touch-results.ts';

/**
 * Shows or hides the name of a result at once. A registered person's choice is stored with the participant, otherwise
 * with the result.
 * @throws Problem NOT_FOUND
 */
export async function setResultNameVisibility(
  work: Work,
  { userId }: Pick<Viewer, 'userId'>,
  { eventId, resultId, isShown }: { eventId: number; resultId: number; isShown: boolean },
): Promise<void> {
  const found = (await resultOfEvent(work.tx, eventId, resultId)) ?? refuse('NOT_FOUND');
  const { participantId, orderId, bib, said: before, competition } = found;
  if (participantId !== null && orderId !== null) {
    const person = { id: participantId, orderId, eventId };
    await setNameVisibility(work, { person, isShown, by: 'organizer', editorId: userId });
    return;
  }
  if (before === isShown) return;
  await work.tx.update(results).set({ isNameShown: isShown }).where(eq(results.id, resultId));
  await touchResults(work, eventId);
  // Without the name, since the history outlives the opt-out.
  await addEventEntries(work, { userId }, eventId, [
    {
      kind: 'results',
      action: 'changed',
      recordId: resultId,
      name: `${competition}, ${bib ?? `#${resultId}`}`,
      changes: [{ field: 'isNameShown', before, after: isShown }],
    },
  ]);
}
