import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import { inputOf } from '#modules/orders/rules/participant.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRow, upsertRow } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { days, type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type DraftData, emptyDraft } from './rules/draft.ts';
import { drafts } from './schema.ts';

/** Saved with a proven mailbox, or in a visit that has proven it since; others may come from a stranger. */
export const isProven = `(json_extract(data, '$.isProven') or visit_id in ${fromList})`;

/** This visit's input for the event. `key` identifies this state: ordering it twice orders once. */
export type Draft = {
  data: DraftData;
  key: string;
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

/** A stored draft may lack newer participant fields. */
const withAllFields = (teams: DraftData['teams']): DraftData['teams'] =>
  teams.map((team) => ({
    ...team,
    participants: team.participants.map((person) => ({ ...person, ...inputOf(person) })),
  }));

const rowOf = (reader: Reader | Tx, visitId: string, eventId: number): Promise<DraftRow | undefined> =>
  selectRow(reader, drafts, 'where visit_id = ? and event_id = ?', [visitId, eventId]);

/** A proven mailbox without entries copies its latest proven draft from another device, once. */
export async function draftFor(
  { read, write }: Pick<Deps, 'read' | 'write'>,
  viewer: DraftViewer,
  eventId: number,
): Promise<Draft> {
  const { visitId, userId, level } = viewer;
  const own = await rowOf(read, visitId, eventId);
  if (level !== 'verified' || (await toTakeOver(read, { own, userId, visitId, eventId })) === null) return draftIn(own);
  await write(async (work) => {
    // Another tab may have entered people meanwhile.
    const before = await rowOf(work.tx, visitId, eventId);
    const found = await toTakeOver(work.tx, { own: before, userId, visitId, eventId });
    if (found) await saveDraft(work, { viewer, eventId, data: joined({ ...emptyDraft, ...before?.data }, found) });
  });
  return draftOf(read, visitId, eventId);
}

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

/** The user's newest proven draft for the event. People removed here do not return from an older draft. */
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

/** `orderId`: the data was just ordered. `isSame`: unchanged content, so an order page that shows it stays valid. */
export async function saveDraft(
  { tx, now }: Work,
  draft: { viewer: DraftViewer; eventId: number; data: DraftData; orderId?: number; isSame?: boolean },
): Promise<void> {
  const { viewer, eventId, orderId } = draft;
  const { visitId, userId, level } = viewer;
  const hasPeople = draft.data.teams.length > 0;
  // Every state has its own version, so its key is unique.
  const version = (draft.data.version ?? 0) + (draft.isSame ? 0 : 1);
  const hadPeople = hasPeople || draft.data.hadPeople === true;
  const data = { ...draft.data, version, isProven: level === 'verified', hadPeople };
  const ordered = orderId !== undefined ? { orderId } : hasPeople ? { orderId: null } : {};
  const change = { userId, data, updatedAt: now, ...ordered };
  await upsertRow(tx, drafts, { visitId, eventId, ...change }, ['visitId', 'eventId']);
}

/** Removes the ordered people from the other drafts of a proven mailbox. An unproven address changes no other draft. */
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

const draftMs = days(30);

export const forgetDraftsJob = (deps: Deps): Job => ({
  name: 'forget-drafts',
  endsByClock: true,
  everyMs: minutes(10),
  async run() {
    await deps.write(async ({ tx, now }) => {
      await tx.delete(drafts).where(lte(drafts.updatedAt, (now - draftMs) as Instant));
    });
    return false;
  },
});
