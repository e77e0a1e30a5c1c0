import { eq, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { listsWith } from './read-list.ts';
import { discountMembers, discountUses } from './schema.ts';

/** On whose lists somebody's address stands. Numbers are those of whoever made the list. */
export const memberListData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    return { lists: user ? await listsWith(reader, user.email) : [] };
  },
  /** That a participant of an order had a discount is known of the order; whose it was is forgotten. */
  async erase({ tx }, userId) {
    const user = await userById(tx, userId);
    if (!user) return;
    await tx.delete(discountMembers).where(eq(discountMembers.member, user.email));
    await tx
      .update(discountUses)
      .set({ member: sql`'deleted-' || ${discountUses.participantId}` })
      .where(eq(discountUses.member, user.email));
  },
};
