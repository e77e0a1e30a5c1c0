import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { Work } from '#src/data/work.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { ordersOf } from './read.ts';
import { orderAuditChanges, orders } from './schema.ts';
import { orderShape } from './shapes.ts';

/** Orders stay for as long as the law wants them. */
export const orderData: PersonalData = {
  async collect(reader, userId) {
    const own = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(desc(orders.id));
    const records = await ordersOf(
      reader,
      own.map(({ id }) => id),
    );
    // An invoice that is there is downloadable; whether one can still come into being is no data of the person.
    const events = new Set(records.map(({ eventId }) => eventId));
    return { orders: records.map((order) => orderShape(order, events)) };
  },
  erase: ({ tx }, userId) => eraseFromHistory(tx, userId),
};

/**
 * Histories of orders that went to somebody else, or of participants who have another address by now, would keep the
 * person's one for ever. It becomes the text that the account's does; the entries say what else they said.
 */
async function eraseFromHistory(tx: Work['tx'], userId: number): Promise<void> {
  const email = (await userById(tx, userId))?.email;
  if (!email) return;
  const { field, before, after } = orderAuditChanges;
  const gone = `deleted-${userId}`;
  for (const [name, column] of [
    ['before', before],
    ['after', after],
  ] as const)
    await tx
      .update(orderAuditChanges)
      .set({ [name]: gone })
      .where(and(inArray(field, ['buyer', 'email']), sql`lower(${column}) = lower(${email})`));
}
