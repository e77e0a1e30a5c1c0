import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { brokenConstraint } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { withoutUndefined } from '#src/kernel/pick.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { touchEvent } from '../changes/touch-event.ts';
import { isArrangementOf } from '../rules/order.ts';
import { drawingIn } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { competitions, events, pictures } from '../schema.ts';
import { eventIdOfRecord, type RecordKind, stored, storedAs } from './stored.ts';

/** Allows null, drawings, and pictures of this event. @throws Problem VALIDATION_FAILED at `field` */
export async function refuseForeignPicture(
  work: Work,
  eventId: number,
  name: string | null | undefined,
  field: 'titlePicture' | 'previewPicture' | 'picture',
): Promise<void> {
  if (name === null || name === undefined || drawingIn(name)) return;
  const found = await work.tx
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(eq(pictures.eventId, eventId), eq(pictures.name, name)));
  if (found.length === 0) refuseFields({ [field]: ['events.error.foreignPicture'] });
}

/** Creating, changing, deleting and sorting for all kinds of records; each verb touches the event. */

type Row<K extends RecordKind> = (typeof stored)[K]['table']['$inferSelect'];
type New<K extends RecordKind> = (typeof stored)[K]['table']['$inferInsert'];

export function refuseErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) refuseFields(errors);
}

/** Returns the id. */
export async function insertRow<T extends SQLiteTable & { id: unknown }>(
  work: Work,
  table: T,
  values: SQLiteInsertValue<T>,
): Promise<number> {
  const [made] = await work.tx
    .insert(table)
    .values(values)
    .returning({ id: table.id as typeof events.id });
  return present(made, 'an inserted row has an id').id;
}

/**
 * Creates a record and returns its id. `make` gets the number of siblings.
 * @throws Problem NOT_FOUND without the parent
 */
export async function createRecord<K extends RecordKind>(
  work: Work,
  kind: K,
  parentId: number,
  make: (siblings: number, eventId: number) => New<K> | Promise<New<K>>,
  competitionIds?: readonly number[],
): Promise<number> {
  const { table, parent, above } = storedAs(kind);
  const parentTable = above ? storedAs(above).table : events;
  const [place] = await work.tx
    .select({ eventId: sql<number>`${above ? storedAs(above).parent : events.id}`, siblings: count(table.id) })
    .from(parentTable)
    .leftJoin(table, eq(parent, parentTable.id))
    .where(eq(parentTable.id, parentId))
    .groupBy(parentTable.id);
  if (!place) return refuse('NOT_FOUND');
  const { eventId, siblings } = place;
  const fields = await make(siblings, eventId);
  await refusePicture(work, kind, eventId, fields);
  const id = await insertRow(work, stored[kind].table, fields);
  await offerIn(work, kind, eventId, id, competitionIds);
  await touchEvent(work, eventId);
  return id;
}

/** Writes the fields that `change` returns. @throws Problem NOT_FOUND */
export async function changeRecord<K extends RecordKind>(
  work: Work,
  kind: K,
  id: number,
  change: (before: Row<K>, eventId: number) => Promise<Partial<New<K>> | undefined>,
  competitionIds?: readonly number[],
): Promise<void> {
  const { table } = storedAs(kind);
  const [before] = await work.tx.select().from(table).where(eq(table.id, id));
  if (!before) return refuse('NOT_FOUND');
  const eventId = await eventIdOfRecord(work.tx, kind, id);
  const fields = withoutUndefined((await change(before as Row<K>, eventId)) ?? {});
  await refusePicture(work, kind, eventId, fields);
  if (Object.keys(fields).length > 0) await work.tx.update(table).set(fields).where(eq(table.id, id));
  await offerIn(work, kind, eventId, id, competitionIds);
  await touchEvent(work, eventId);
}

/** @throws Problem NOT_FOUND, and the kind's `inUse` when it was ever ordered */
export async function deleteRecord(work: Work, kind: RecordKind, id: number): Promise<void> {
  const { table, unused, inUse, deleteDependents: goesAlong } = storedAs(kind);
  const eventId = (await eventIdOfRecord(work.tx, kind, id)) || refuse('NOT_FOUND');
  await goesAlong?.(work, eventId, id);
  const deleted = await inUseRefuses(inUse, () =>
    work.tx
      .delete(table)
      .where(and(eq(table.id, id), unused))
      .returning({ id: table.id }),
  );
  if (deleted.length === 0) refuse(inUse);
  await touchEvent(work, eventId);
}

/** Foreign keys cover all uses, canceled orders too. */
export async function inUseRefuses<T>(code: Parameters<typeof refuse>[0], remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (brokenConstraint(error) === 'foreignKey') return refuse(code);
    throw error;
  }
}

/**
 * Numbers the records of a parent from 1.
 * @throws Problem VALIDATION_FAILED unless each id is named once; the kind's `ofOther`; NOT_FOUND
 */
export async function sortRecords(
  work: Work,
  kind: RecordKind,
  parentId: number,
  ids: readonly number[],
): Promise<void> {
  const { table, parent, above, order } = storedAs(kind);
  const { column, ids: name, ofOther } = present(order, 'a kind that is sorted has an order');
  const eventId = above ? (await eventIdOfRecord(work.tx, above, parentId)) || refuse('NOT_FOUND') : parentId;
  const rows = await work.tx
    .select({ id: sql<number>`${table.id}` })
    .from(table)
    .where(eq(parent, parentId));
  const known = rows.map(({ id }) => id);
  for (const id of ofOther ? ids.filter((each) => !known.includes(each)) : [])
    if (ofOther && (await eventIdOfRecord(work.tx, kind, id)) === eventId) refuse(ofOther, { [name]: [id] });
  if (!isArrangementOf(known, ids)) refuseFields({ [name]: ['events.error.everyOnce'] });
  for (const [at, id] of ids.entries())
    await work.tx
      .update(table)
      .set({ [column]: at + 1 })
      .where(eq(table.id, id));
  await touchEvent(work, eventId);
}

/**
 * Sets what is left while sales continue: adds the amount sold or, with a baseline, only the difference.
 * @throws Problem the kind's `tooFew` with `details.left`
 */
export async function setLeft(
  work: Work,
  kind: 'price' | 'variant',
  recordId: number,
  amount: number,
  baseline = -1,
): Promise<void> {
  const { table } = storedAs(kind);
  const { total, sold, name, tooFew } = stored[kind].stock;
  const wanted = baseline < 0 ? sql`${sold} + ${amount}` : sql`${total} + ${amount - baseline}`;
  const changed = await work.tx
    .update(table)
    .set({ [name]: wanted })
    .where(and(eq(table.id, recordId), sql`${wanted} >= ${sold}`))
    .returning({ id: table.id });
  if (changed.length === 1) return;
  const [now] = await work.tx
    .select({ left: sql<number>`${total} - ${sold}` })
    .from(table)
    .where(eq(table.id, recordId));
  refuse(tooFew, { left: now?.left ?? 0 });
}

/** @throws Problem VALIDATION_FAILED for a picture of another event */
async function refusePicture(
  work: Work,
  kind: RecordKind,
  eventId: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { picture = '' } = storedAs(kind);
  const name = fields[picture];
  if (picture && typeof name === 'string') await refuseForeignPicture(work, eventId, name, picture);
}

/** @throws Problem VALIDATION_FAILED for a competition of another event */
async function offerIn(
  work: Work,
  kind: RecordKind,
  eventId: number,
  recordId: number,
  competitionIds: readonly number[] | undefined,
): Promise<void> {
  const { links } = storedAs(kind);
  if (!links || competitionIds === undefined) return;
  const ids = [...new Set(competitionIds)];
  const known = await work.tx
    .select({ id: competitions.id })
    .from(competitions)
    .where(and(eq(competitions.eventId, eventId), inArray(competitions.id, ids)));
  if (known.length < ids.length) refuseFields({ competitionIds: ['events.error.foreignCompetition'] });
  await work.tx.delete(links.table).where(eq(links.column, recordId));
  if (ids.length > 0) await links.add(work.tx, recordId, ids);
}
