import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import { orders } from '../schema.ts';

/** As keys are kept: a visit may change its person by logging in as somebody else, so a key belongs to both. */
export const keptKey = (userId: number, key: string): string => `${userId}|${key}`;

/** The order that this person made with this key in this visit. */
export async function orderIdOfKey(
  reader: Reader | Tx,
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
