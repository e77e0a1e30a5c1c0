import { and, inArray } from 'drizzle-orm';
import { toIso } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { endTransfer } from './end-transfer.ts';
import { entrantsOf, isOfOpen, ordersOfBuyer } from './read-transfers.ts';
import { transfers } from './schema.ts';

export const transferData: PersonalData = {
  async collect(reader, userId) {
    const own = await reader
      .select()
      .from(transfers)
      .where(inArray(transfers.fromOrderId, await ordersOfBuyer(reader, userId)));
    return {
      transfers: own.map(({ id, fromOrderId, participantId, state, heldBy, createdAt, askedByPerson }) => ({
        ...{ id, orderId: fromOrderId, participantId, state, heldBy, askedByPerson, createdAt: toIso(createdAt) },
      })),
      entrants: await entrantsOf(reader, userId),
    };
  },
  /** Refunds would have no recipient, so open offers are withdrawn. */
  async erase(work, userId) {
    const { tx } = work;
    const orderIds = await ordersOfBuyer(tx, userId);
    const own = inArray(transfers.fromOrderId, orderIds);
    const open = await tx.select({ id: transfers.id }).from(transfers).where(and(own, isOfOpen));
    for (const { id } of open) await endTransfer(work, { transferId: id, end: 'withdrawn', editorId: userId });
    await tx.update(transfers).set({ heldBy: '', email: null, personEmail: null }).where(own);
  },
};
