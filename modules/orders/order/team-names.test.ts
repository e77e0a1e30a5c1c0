import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { touchEvent } from '#modules/events/index.ts';
import { events } from '#modules/events/schema.ts';
import { testShop } from '#tests/support/shop.ts';
import { teams } from '../schema.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

/** A single starter is a team of one without a name; what platforms with packages and groups are told says so. */
async function scene() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { run: { minAge: 18 } }));
  const buyer = await shop.login('buyer@example.test');
  const organizer = await shop.login('super@example.test', { superAdmin: true });
  return { shop, race, buyer, organizer };
}
type Refused = { code: string; message: string; orderId?: number; totalPrice?: number };

test('a single starter has no team name', async () => {
  const { shop, race, buyer, organizer } = await scene();
  const booking = bookingOf(race, [runner()]);
  const named = { ...booking, teams: booking.teams.map((team) => ({ ...team, teamName: 'Nobody’s team' })) };
  const quote = await buyer.json<Refused>('POST', `/api/events/${race.eventId}/quote`, named);
  const { totalPrice } = quote.body;
  const booked = await buyer.json<Refused>('POST', `/api/events/${race.eventId}/book`, { ...named, totalPrice });
  expect(booked.status).toBe(201);
  const [team] = await shop.deps.read.select().from(teams);
  expect(team?.teamName).toBeNull();
  const path = `/api/admin/orders/${booked.body.orderId}/change-competition-team-name`;
  const answer = await organizer.json<Refused>('PATCH', path, { teamId: team?.id, teamName: 'x' });
  expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
});

test('refusals use the event’s wording (packages, groups)', async () => {
  const { shop, race, buyer } = await scene();
  const tooYoung = bookingOf(race, [runner({ birthDate: '2024-01-01' })]);
  const told = async (language: string) => {
    const { body } = await buyer.json<Refused>('POST', `/api/events/${race.eventId}/book?lang=${language}`, tooYoung);
    expect(body).toMatchObject({ code: 'REGISTERING_INVALID_AGES' });
    return body.message;
  };
  expect(await told('de')).toBe('Das Alter passt nicht zu diesem Bewerb.');
  await shop.deps.write(async (work) => {
    await work.tx.update(events).set({ useAlternateTranslation: true }).where(eq(events.id, race.eventId));
    await touchEvent(work, race.eventId);
  });
  expect(await told('de')).toBe('Das Alter passt nicht zu diesem Paket.');
});
