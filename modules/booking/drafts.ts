import { and, eq, isNull, sql } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import { inputOf } from '#modules/orders/rules/participant.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { selectRow, upsertRow } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isProven } from './proven-draft.ts';
import { type DraftData, emptyDraft } from './rules/draft.ts';
import { drafts } from './schema.ts';

/** What this visit has typed for the event so far. `key` names this state of it: ordering it twice orders it once. */
export type Draft = {
  data: DraftData;
  key: string;
  /** The order that was made of it last. */
  orderId: number | null;
};
export type DraftViewer = Pick<Viewer, 'visitId' | 'userId' | 'level'>;
type DraftRow = typeof drafts.$inferSelect;

export const draftOf = async (reader: Reader | Tx, visitId: string, eventId: number): Promise<Draft> =>
  draftIn(await rowOf(reader, visitId, eventId));

const draftIn = (row: DraftRow | undefined): Draft =>
  row
    ? {
        data: { ...emptyDraft, ...row.data, teams: withAllFields(row.data.teams) },
        key: `draft-${row.id}-${row.data.version ?? row.updatedAt}`,
        orderId: row.orderId,
      }
    : { data: emptyDraft, key: '', orderId: null };

/** A draft may be older than a field of participants. */
const withAllFields = (teams: DraftData['teams']): DraftData['teams'] =>
  teams.map((team) => ({
    ...team,
    participants: team.participants.map((person) => ({ ...person, ...inputOf(person) })),
  }));

const rowOf = (reader: Reader | Tx, visitId: string, eventId: number): Promise<DraftRow | undefined> =>
  selectRow(reader, drafts, 'where visit_id = ? and event_id = ?', [visitId, eventId]);

/**
 * Whose draft it is: the visit's. Whoever proved the mailbox and has nobody entered in this visit goes on with what was
 * typed for the event last by somebody who had proven it too, on another device; it is copied once, and the other visit
 * keeps its own. Who only typed the address gets nothing of other visits, and gives nothing to them.
 */
export async function draftFor(
  { read, write }: Pick<Deps, 'read' | 'write'>,
  viewer: DraftViewer,
  eventId: number,
): Promise<Draft> {
  const { visitId, userId, level } = viewer;
  const own = await rowOf(read, visitId, eventId);
  if (level !== 'verified' || (await toTakeOver(read, { own, userId, visitId, eventId })) === null) return draftIn(own);
  await write(async (work) => {
    // Another tab may have typed somebody since.
    const before = await rowOf(work.tx, visitId, eventId);
    const found = await toTakeOver(work.tx, { own: before, userId, visitId, eventId });
    if (found) await saveDraft(work, { viewer, eventId, data: joined({ ...emptyDraft, ...before?.data }, found) });
  });
  return draftOf(read, visitId, eventId);
}

/** What was typed here beside the people stays. */
const joined = (own: DraftData, found: DraftData): DraftData => ({
  ...found,
  version: own.version ?? 0,
  contactAddress: own.contactAddress ?? found.contactAddress,
  deliveryAddress: own.deliveryAddress ?? found.deliveryAddress,
  invoiceAddress: own.invoiceAddress ?? found.invoiceAddress,
  voucherCodes: own.voucherCodes.length > 0 ? own.voucherCodes : found.voucherCodes,
  codeInput: own.codeInput || found.codeInput,
});

const _countsPeople = sql`json_array_length(${drafts.data}, '$.teams') > 0`;

const newestOfPerson = `where user_id = ? and event_id = ? and visit_id <> ? and order_id is null
  and ${isProven} and json_array_length(data, '$.teams') > 0 order by updated_at desc, id desc limit 1`;

/** The newest proven draft of the person for the event; nobody whom one took out here comes back from an older one. */
async function toTakeOver(
  reader: Reader | Tx,
  of: { own: DraftRow | undefined; userId: number; visitId: string; eventId: number },
): Promise<DraftData | null> {
  const { own, userId, visitId, eventId } = of;
  if (own && own.data.teams.length > 0) return null;
  const visits = JSON.stringify(await visitsOf(reader, userId, 'proven'));
  const newest = await selectRow(reader, drafts, newestOfPerson, [userId, eventId, visitId, visits]);
  if (!newest || (own?.data.hadPeople && own.updatedAt >= newest.updatedAt)) return null;
  return { ...emptyDraft, ...newest.data };
}

/**
 * `orderId`: what was typed was ordered just now. Somebody typed after that is not ordered yet. `isSame`: it says what it
 * said before, so an order that was shown with it stays good.
 */
export async function saveDraft(
  { tx, now }: Work,
  draft: { viewer: DraftViewer; eventId: number; data: DraftData; orderId?: number; isSame?: boolean },
): Promise<void> {
  const { viewer, eventId, orderId } = draft;
  const { visitId, userId, level } = viewer;
  const hasPeople = draft.data.teams.length > 0;
  // Every state has a number of its own, so that its key names no other one.
  const version = (draft.data.version ?? 0) + (draft.isSame ? 0 : 1);
  const hadPeople = hasPeople || draft.data.hadPeople === true;
  const data = { ...draft.data, version, isProven: level === 'verified', hadPeople };
  const ordered = orderId !== undefined ? { orderId } : hasPeople ? { orderId: null } : {};
  const change = { userId, data, updatedAt: now, ...ordered };
  await upsertRow(tx, drafts, { visitId, eventId, ...change }, ['visitId', 'eventId']);
}

/**
 * The same people wait in no other visit of a proven mailbox once they are ordered. Whoever only typed the address leaves
 * the drafts of others as they are.
 */
export async function noteOrdered(
  { tx }: Work,
  viewer: DraftViewer,
  { eventId, orderId }: { eventId: number; orderId: number },
): Promise<void> {
  if (viewer.level !== 'verified') return;
  await tx
    .update(drafts)
    .set({ orderId })
    .where(and(eq(drafts.userId, viewer.userId), eq(drafts.eventId, eventId), isNull(drafts.orderId)));
}
