import { guest, newCompetition, type Session } from '#tests/support/crowd.ts';
import type { RunningServer } from '#tests/support/server.ts';
import type { LoadOptions } from './load.ts';

/** Bookings of one person each at an event that has room for all. Buyers take turns, since a buyer holds few unpaid places. */
export async function bookings(
  server: RunningServer,
  organizer: Session,
  buyers: number,
): Promise<Omit<LoadOptions, 'connections' | 'seconds'>> {
  const place = await newCompetition(server, organizer, 1_000_000);
  const sessions: Session[] = [];
  while (sessions.length < buyers) {
    const emails = Array.from({ length: 20 }, (_, at) => `buyer-${sessions.length + at}@race.test`);
    sessions.push(...(await Promise.all(emails.map((email) => guest(server, place.eventId, email)))));
  }
  return {
    url: `${server.url.replace('localhost', '127.0.0.1')}/api/events/${place.eventId}/book`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ofConnection: sessions.map(({ cookie, csrf }) => ({ cookie, 'x-csrf-token': csrf })),
    body: JSON.stringify({
      teams: [
        {
          competitionId: place.competitionId,
          participants: [{ localId: 'p', firstName: 'Anna', lastName: 'Gruber', gender: 'female' }],
        },
      ],
      totalPrice: 2500,
      termsAccepted: true,
      eventConditionsAccepted: true,
    }),
  };
}
