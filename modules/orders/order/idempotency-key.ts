import { and, eq, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import { orders } from '../schema.ts';

/** As keys are kept: a visit may change its person by logging in as somebody else, so a key belongs to both. */
export const storedKey = (userId: number, key: string): string => `${userId}|${key}`;

const madeWith = prepared((reader) =>
  reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.visitId, sql.placeholder('visitId')), eq(orders.idempotencyKey, sql.placeholder('key')))),
);

/** The order that this person made with this key in this visit. */
export async function orderIdOfKey(
  reader: Reader | Tx,
  { visitId, userId }: Pick<Viewer, 'visitId' | 'userId'>,
  key: string,
): Promise<number | null> {
  if (key === '') return null;
  const [order] = await madeWith(reader).all({ visitId, key: storedKey(userId, key) });
  return order?.id ?? null;
}
