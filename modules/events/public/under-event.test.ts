import { expect, test } from 'vitest';
import { createEvent } from '#modules/events/index.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

const titleOf = async (who: Caller, path: string) =>
  /<title>(.*?)<\/title>/.exec(await (await who.fetch(path)).text())?.[1];

async function raceOf(event: { visible: boolean }) {
  const shop = await testShop();
  const eventId = await shop.deps.write((work) =>
    createEvent(work, { title: '10 km', whiteLabel: 'Donaulauf', accentColor: '#0a5c36', ...event }),
  );
  return { shop, visitor: shop.visitor(), event: `/events/${eventId}` };
}

test('the login before a booking, its code and the end of the way wear the name of the event', async () => {
  const { shop, visitor, event } = await raceOf({ visible: true });
  const to = `${event}/competitions`;
  expect(await titleOf(visitor, event)).toBe('10 km – Donaulauf');
  expect(await titleOf(visitor, `/auth?to=${to}`)).toBe('Einloggen – Donaulauf');
  expect(await titleOf(visitor, `/auth?to=${encodeURIComponent(`${to}?lang=de`)}`)).toBe('Einloggen – Donaulauf');
  const wrong = await (await visitor.form('/auth', { email: 'eva@', to, way: 'code' })).text();
  expect(wrong).toContain('<title>Einloggen – Donaulauf</title>');
  await visitor.form('/auth', { email: 'eva@example.test', to, way: 'code' });
  expect(await titleOf(visitor, `/enter-code?to=${to}`)).toBe('Code eingeben – Donaulauf');
  expect(await titleOf(visitor, `${event}/completed`)).toBe('Deine Bestellung – Donaulauf');
  const guest = shop.visitor();
  await guest.form('/auth', { email: 'eva@example.test', to, way: 'alone' });
  expect(await titleOf(guest, `${event}/completed`)).toBe('Deine Bestellung – Donaulauf');
});

test('other logins wear the name of the product, and an event that nobody may see tells none', async () => {
  const { visitor, event } = await raceOf({ visible: false });
  for (const to of ['/orders', `${event}/competitions`, '/events/999/competitions', '/events/%ff']) {
    expect(await titleOf(visitor, `/auth?to=${encodeURIComponent(to)}`)).toBe('Einloggen – Startblock');
  }
});
