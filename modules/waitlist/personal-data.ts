import { eq, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { giveBackHold } from '#modules/events/index.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { fillLists } from './fill-lists.ts';
import { keyOf } from './offers.ts';
import { entriesOf, type NamedEntry } from './read-entries.ts';
import { waitlistEntries } from './schema.ts';
import { sizeShape } from './shapes.ts';

export const entryShape = (entry: NamedEntry) => ({
  id: entry.id,
  event: { id: entry.eventId, title: entry.event },
  competition: { id: entry.competitionId, title: entry.competition },
  priceId: entry.priceId,
  price: entry.price,
  ...sizeShape(entry),
  email: entry.email,
  places: entry.places,
  state: entry.state,
  askedAt: toIso(entry.askedAt),
  waitingSince: toIsoOrNull(entry.waitingSince),
  offeredAt: toIsoOrNull(entry.offeredAt),
  offerUntil: toIsoOrNull(entry.offerUntil),
  endedAt: toIsoOrNull(entry.endedAt),
});

export const waitlistData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    return { entries: user ? (await entriesOf(reader, { userId, email: user.email })).map(entryShape) : [] };
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
