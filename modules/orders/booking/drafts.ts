import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { type DraftData, emptyDraft } from '../rules/draft.ts';
import { drafts, orders } from '../schema.ts';

/** What this visit has typed for the event so far. `key` names this state of it: ordering it twice orders it once. */
export type Draft = {
  data: DraftData;
  key: string;
  /** The order that was made of it last. */
  orderId: number | null;
};

export async function draftOf(reader: Reader | Tx, visitId: string, eventId: number): Promise<Draft> {
  const [row] = await reader
    .select()
    .from(drafts)
    .where(and(eq(drafts.visitId, visitId), eq(drafts.eventId, eventId)));
  return row
    ? { data: { ...emptyDraft, ...row.data }, key: `draft-${row.id}-${row.updatedAt}`, orderId: row.orderId }
    : { data: emptyDraft, key: '', orderId: null };
}

export async function saveDraft(
  { tx, now }: Work,
  draft: { visitId: string; eventId: number; data: DraftData; orderId?: number },
): Promise<void> {
  const { visitId, eventId, data, orderId } = draft;
  const change = { data, updatedAt: now, ...(orderId === undefined ? {} : { orderId }) };
  await tx
    .insert(drafts)
    .values({ visitId, eventId, ...change })
    .onConflictDoUpdate({ target: [drafts.visitId, drafts.eventId], set: change });
}

/** As keys are kept: a visit may change its person by logging in as somebody else, so a key belongs to both. */
export const keptKey = (userId: number, key: string): string => `${userId}|${key}`;

/** The order that this person made with this key in this visit. */
export async function orderIdOfKey(
  reader: Reader,
  { visitId, userId }: Pick<Viewer, 'visitId' | 'userId'>,
  key: string,
): Promise<number | null> {
  if (key === '') return null;
  const [order] = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.visitId, visitId), eq(orders.idempotencyKey, keptKey(userId, key))));
  return order?.id ?? null;
}
