import { expect, test } from 'vitest';
import { createOrganizer } from '#modules/organizers/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

test('people and organizers are listed by name as the language orders it', async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' }, demo: false });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'Ötscherlauf' });
    for (const name of ['Zug', 'LC Linz', 'Pielach']) await createOrganizer(work, { name });
    return makeRace(work, { event: { organizerId } });
  });
  const buyer = await shop.login('buyer@example.test');
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const people = [
    ['Zorn', 'Anna'],
    ['Ärger', 'Émile'],
    ['ärger', 'Eva'],
    ['Bauer', 'Øystein'],
    ['Bauer', 'Olga'],
  ] as const;
  const booking = bookingOf(
    race,
    people.map(([lastName, firstName]) => runner({ lastName, firstName })),
  );
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  await admin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });

  const byName = ['Ärger Émile', 'ärger Eva', 'Bauer Olga', 'Bauer Øystein', 'Zorn Anna'];
  type Rows = { rows: { lastName: string; firstName: string; name: string }[] };
  const listed = async (order?: object) => {
    const query = order ? `?order=${encodeURIComponent(JSON.stringify([order]))}` : '';
    const { body } = await admin.json<Rows>('GET', `/api/admin/participants${query}`);
    return body.rows.map(({ lastName, firstName }) => `${lastName} ${firstName}`);
  };
  expect(await listed()).toEqual(byName);
  const descending = (await listed({ field: 'lastName', dir: 'desc' })).map((name) => name[0]);
  expect(descending).toEqual(['Z', 'B', 'B', 'Ä', 'ä']);
  const organizers = await admin.json<Rows>('GET', '/api/admin/organizers');
  expect(organizers.body.rows.map(({ name }) => name)).toEqual(['LC Linz', 'Ötscherlauf', 'Pielach', 'Zug']);
});
