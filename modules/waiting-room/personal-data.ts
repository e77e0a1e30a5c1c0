import { eq, inArray, or } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { waitingPlaces } from './schema.ts';

const isOf = (userId: number, visits: string[]) =>
  or(eq(waitingPlaces.userId, userId), inArray(waitingPlaces.visitId, visits));

export const placeData: PersonalData = {
  async collect(reader, userId) {
    const visits = await visitsOf(reader, userId, 'proven');
    const places = await reader.select().from(waitingPlaces).where(isOf(userId, visits));
    return {
      waitingPlaces: places.map(({ eventId, number, joinedAt, rank, admittedAt, bookedAt }) => ({
        eventId,
        number,
        rank,
        joinedAt: toIso(joinedAt),
        admittedAt: toIsoOrNull(admittedAt),
        bookedAt: toIsoOrNull(bookedAt),
      })),
    };
  },
  async erase({ tx }, userId) {
    await tx.delete(waitingPlaces).where(isOf(userId, await visitsOf(tx, userId, 'all')));
  },
};
