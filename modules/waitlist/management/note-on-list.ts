import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';

export type Editor = Pick<Viewer, 'userId'>;
type About = { eventId: number; competitionId: number; id?: number };
type Change = { field: 'offeredByHand' | 'takenOffList' | 'listClosed'; before: unknown; after: unknown };

/** What an organizer did to a list stands in the history of the event, under the competition and with nobody's name. */
export async function noteOnList(
  work: Work,
  editor: Editor,
  { eventId, competitionId, id = 0 }: About,
  change: Change,
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const name = catalog?.competitions.find((each) => each.id === competitionId)?.title ?? '';
  await addEventEntries(work, editor, eventId, [
    { kind: 'waitlist', action: 'changed', recordId: id, name, changes: [change] },
  ]);
}
