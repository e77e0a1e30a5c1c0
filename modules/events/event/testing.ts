import { makeRace } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { putShortlink } from './change-event.ts';
import { assignOrganizer } from './organizers.ts';

export type Json = Record<string, unknown>;
export type EventJson = Json & {
  competitions: (Json & { prices: Json[] })[];
  articles: (Json & { variants: Json[] })[];
};

/** A race with an organizer's user and a second one, who works for the same organizer. */
export async function managedRace() {
  const shop = await testShop();
  const admin = await shop.login('admin@event.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  const organizerId = body.organizer.id;
  for (const email of ['erste@event.test', 'zweite@event.test'])
    await admin.json('POST', `/api/admin/organizers/${organizerId}/users`, { email });
  const race = await shop.deps.write(async (work) => {
    const made = await makeRace(work, { event: { conditions: 'Regeln', visible: true } });
    await assignOrganizer(work, made.eventId, organizerId);
    await putShortlink(work, made.eventId, 'donaulauf');
    return made;
  });
  const organizer = await shop.login('erste@event.test');
  const other = await shop.login('zweite@event.test');
  return { shop, admin, organizer, other, organizerId, race, ...race, path: `/admin/events/${race.eventId}` };
}

export const eventOf = async (caller: Caller, eventId: number) =>
  (await caller.json<{ event: EventJson }>('GET', `/api/admin/events/${eventId}`)).body.event;
