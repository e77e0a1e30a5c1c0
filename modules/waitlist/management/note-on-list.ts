import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { sizeIn } from '../rules/sizes.ts';
import type { Wish } from '../rules/wish.ts';
import { sizeName } from '../wish-text.ts';

export type Editor = Pick<Viewer, 'userId'>;
type About = Wish & { eventId: number; id?: number };
type Change = { field: 'offeredByHand' | 'takenOffList' | 'listClosed'; before: unknown; after: unknown };

/** Records the action in the event history, without personal data. */
export async function noteOnList(
  work: Work,
  editor: Editor,
  { eventId, id = 0, ...wish }: About,
  change: Change,
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const size = catalog && sizeIn(catalog, wish.variantId);
  const name = size
    ? sizeName(size)
    : (catalog?.competitions.find((each) => each.id === wish.competitionId)?.title ?? '');
  await addEventEntries(work, editor, eventId, [
    { kind: 'waitlist', action: 'changed', recordId: id, name, changes: [change] },
  ]);
}
