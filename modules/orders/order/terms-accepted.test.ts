import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#modules/accounts/schema.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

type Me = { userSettings: { termsOfUseAccepted: boolean } };

test('stores the first accepted terms in the settings, of guests, too', async () => {
  const shop = await testShop({ demo: false });
  const race = await shop.deps.write((work) => makeRace(work, {}));
  const buyer = await shop.login('terms@example.test');
  const guest = shop.visitor();
  await guest.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'guest@example.test',
    eventId: race.eventId,
  });
  const byEmail = { 'terms@example.test': buyer, 'guest@example.test': guest };
  for (const [n, [email, who]] of Object.entries(byEmail).entries()) {
    const accepted = async () => {
      const [user] = await shop.deps.read.select().from(users).where(eq(users.email, email));
      return user?.termsAcceptedAt != null;
    };
    const booking = bookingOf(race, [runner({ firstName: `Nr${n}` })]);
    const refused = await who.json<{ details: { fields: Record<string, string[]> } }>(
      'POST',
      `/api/events/${race.eventId}/book`,
      { ...booking, termsAccepted: false },
    );
    expect([refused.status, refused.body.details.fields]).toEqual([
      400,
      {
        termsAccepted: [
          'Bestellen kannst du nur, wenn du die Nutzungsbedingungen und die Teilnahmebedingungen akzeptierst.',
        ],
      },
    ]);
    expect(await accepted()).toBe(false);
    const { status } = await who.json('POST', `/api/events/${race.eventId}/book`, booking);
    expect(status).toBe(201);
    expect(await accepted()).toBe(true);
  }
  const { body } = await buyer.json<Me>('GET', '/api/settings');
  expect(body.userSettings.termsOfUseAccepted).toBe(true);
});
