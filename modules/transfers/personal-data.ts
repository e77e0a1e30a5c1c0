import { eq, inArray } from 'drizzle-orm';
import { toIso } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/platform/module.ts';
import { ordersOfBuyer } from './read-own.ts';
import { transfers } from './schema.ts';

/** What an account offered, with the names of its people; and what it took over says its orders. */
export const transferData: PersonalData = {
  async collect(reader, userId) {
    const own = await reader
      .select()
      .from(transfers)
      .where(inArray(transfers.fromOrderId, await ordersOfBuyer(reader, userId)));
    return {
      transfers: own.map(({ id, fromOrderId, participantId, state, heldBy, createdAt }) => ({
        ...{ id, orderId: fromOrderId, participantId, state, heldBy, createdAt: toIso(createdAt) },
      })),
    };
  },
  async erase({ tx }, userId) {
    for (const orderId of await ordersOfBuyer(tx, userId))
      await tx.update(transfers).set({ heldBy: '', email: null }).where(eq(transfers.fromOrderId, orderId));
  },
};
