import { eq } from 'drizzle-orm';
import { addEventEntries, catalogOf } from '#modules/events/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { forgetPreviews } from './plan-run.ts';
import { rangeOf, rangesOf, settingsOf } from './read-ranges.ts';
import { refuse } from './rules/problems.ts';
import { type BibRange, largestNumber, overlap } from './rules/ranges.ts';
import { bibRanges, bibSettings } from './schema.ts';

type Change = { eventId: number; editorId: number };
const fields = ['competitionId', 'first', 'last', 'block', 'gap', 'reserve'] as const;
const nameOf = ({ first, last }: Pick<BibRange, 'first' | 'last'>) => `${first}–${last}`;

/**
 * Creates a range and deletes outdated previews.
 * @throws Problem NOT_FOUND for a competition of another event, VALIDATION_FAILED, BIB_RANGES_OVERLAP (`details.first`,
 * `last` of the other one)
 */
export async function createRange(work: Work, { eventId, editorId, ...range }: Change & BibRange): Promise<number> {
  await requireRange(work.tx, eventId, range);
  const [made] = await work.tx
    .insert(bibRanges)
    .values({ ...range, eventId })
    .returning({ id: bibRanges.id });
  const rangeId = made?.id ?? 0;
  await note(work, { eventId, editorId }, rangeId, null, range);
  return rangeId;
}

export async function changeRange(
  work: Work,
  { eventId, editorId, rangeId, ...change }: Change & { rangeId: number } & Partial<BibRange>,
): Promise<void> {
  const before = await rangeOf(work.tx, eventId, rangeId);
  const range = { ...before, ...change };
  await requireRange(work.tx, eventId, range, rangeId);
  await work.tx
    .update(bibRanges)
    .set({ ...range })
    .where(eq(bibRanges.id, rangeId));
  await note(work, { eventId, editorId }, rangeId, before, range);
}

/** Assigned numbers stay. @throws Problem NOT_FOUND */
export async function deleteRange(
  work: Work,
  { eventId, editorId, rangeId }: Change & { rangeId: number },
): Promise<void> {
  const before = await rangeOf(work.tx, eventId, rangeId);
  await work.tx.delete(bibRanges).where(eq(bibRanges.id, rangeId));
  await note(work, { eventId, editorId }, rangeId, before, null);
}

async function note(
  work: Work,
  { eventId, editorId }: Change,
  recordId: number,
  before: BibRange | null,
  after: BibRange | null,
): Promise<void> {
  const named = after ?? before;
  const changes = after
    ? fields
        .filter((field) => after[field] !== (before?.[field] ?? 0))
        .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
    : [];
  if (after && changes.length === 0) return;
  const action = !before ? 'created' : after ? 'changed' : 'deleted';
  await addEventEntries(work, { userId: editorId }, eventId, [
    { kind: 'bibRange', action, recordId, name: named ? nameOf(named) : '', changes },
  ]);
  await forgetPreviews(work, eventId);
}

/** Triggers and checks of the database enforce the same rules. */
async function requireRange(tx: Tx, eventId: number, range: BibRange, ownId = 0): Promise<void> {
  const { competitionId, first, last, block, gap, reserve } = range;
  const catalog = await catalogOf(tx, eventId);
  if (!catalog?.competitions.some(({ id }) => id === competitionId)) return refuse('NOT_FOUND');
  if (last > largestNumber) refuseFields({ last: ['tooLarge'] });
  if (last < first) refuseFields({ last: ['beforeFirst'] });
  if ((block === 0) !== (gap === 0)) refuseFields({ [block === 0 ? 'block' : 'gap']: ['required'] });
  if (reserve > last - first) refuseFields({ reserve: ['tooLarge'] });
  const others = (await rangesOf(tx, eventId)).filter(({ id }) => id !== ownId);
  const other = others.find((each) => overlap(each, range));
  if (other) refuse('BIB_RANGES_OVERLAP', { first: other.first, last: other.last });
}

export async function setAssignOnCompletion(
  work: Work,
  { eventId, editorId, assignOnCompletion }: Change & { assignOnCompletion: boolean },
): Promise<void> {
  const before = await settingsOf(work.tx, eventId);
  if (before.assignOnCompletion === assignOnCompletion) return;
  await work.tx
    .insert(bibSettings)
    .values({ eventId, assignOnCompletion })
    .onConflictDoUpdate({ target: bibSettings.eventId, set: { assignOnCompletion } });
  const changes = [{ field: 'assignOnCompletion', before: before.assignOnCompletion, after: assignOnCompletion }];
  await addEventEntries(work, { userId: editorId }, eventId, [
    { kind: 'bibs', action: 'changed', recordId: eventId, name: '', changes },
  ]);
}
