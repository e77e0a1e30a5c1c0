import { eq, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { events } from '#modules/events/schema.ts';
import { discounts } from '#modules/events/schema-discounts.ts';
import type { PersonalData } from '#src/platform/module.ts';
import { discountMembers, discountUses } from './schema.ts';

/** On whose lists somebody's address stands. Numbers are those of whoever made the list. */
export const memberListData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    const lists = user
      ? await reader
          .select({ eventId: events.id, event: events.title, discount: discounts.title })
          .from(discountMembers)
          .innerJoin(discounts, eq(discounts.id, discountMembers.discountId))
          .innerJoin(events, eq(events.id, discounts.eventId))
          .where(eq(discountMembers.member, user.email))
      : [];
    return { lists };
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
