import { eq, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { giveBackHold } from '#modules/events/index.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { fillLists } from './fill-lists.ts';
import { keyOf } from './offers.ts';
import { entriesOf } from './read-entries.ts';
import { waitlistEntries } from './schema.ts';
import { ownEntryAnswer } from './shapes.ts';

export const waitlistData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    return {
      entries: user
        ? (await entriesOf(reader, { userId, email: user.email })).map((entry) => encodeAnswer(ownEntryAnswer, entry))
        : [],
    };
  },
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    const removed = await work.tx
      .delete(waitlistEntries)
      .where(or(eq(waitlistEntries.userId, userId), eq(waitlistEntries.email, user?.email ?? '')))
      .returning();
    await giveBackHold(work, removed.map(keyOf));
    for (const eventId of new Set(removed.map((entry) => entry.eventId))) await fillLists(work, eventId);
  },
};
