import { eq, sql } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { listsWith } from './read-list.ts';
import { retentionDays } from './rules/list.ts';
import { discountMembers, discountUses } from './schema.ts';

/** Lists with the person's address. Member numbers belong to the organizer. */
export const memberListData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    return { lists: user ? await listsWith(reader, user.email) : [] };
  },
  /** The order keeps the discount; the member's address is removed. */
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

const ofPastEvents = (table: 'discount_members' | 'discount_uses') => `delete from ${table} where discount_id in
  (select d.id from events e cross join discounts d on d.event_id = e.id where e.end_timestamp < ?)`;

/** Lists are deleted some time after their event. */
export const forgetListsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-member-lists',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const before = instant(now - days(retentionDays));
      await tx.run(ready(ofPastEvents('discount_members'), [before]));
      await tx.run(ready(ofPastEvents('discount_uses'), [before]));
    });
    return false;
  },
});
