import { desc, eq, inArray } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/platform/module.ts';
import { ordersOf } from './read.ts';
import { drafts, orders } from './schema.ts';
import { orderShape } from './shapes.ts';

/** Orders stay for as long as the law wants them; what was typed and never ordered goes. */
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
    const visits = await visitsOf(reader, userId, 'proven');
    const begun = await reader.select().from(drafts).where(inArray(drafts.visitId, visits));
    return { orders: records.map(orderShape), begun: begun.map(({ eventId, data }) => ({ eventId, ...data })) };
  },
  async erase({ tx }, userId) {
    await tx.delete(drafts).where(inArray(drafts.visitId, await visitsOf(tx, userId, 'all')));
  },
};
