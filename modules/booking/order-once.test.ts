import { expect, test } from 'vitest';
import { orders, participants } from '#modules/orders/schema.ts';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

/** What is ordered is what the page showed, once, though tabs type and order at the same time. */
const entry = (race: Race, at: number, firstName: string) => ({
  [`teams[${at}].competitionId`]: String(race.runId),
  [`teams[${at}].localId`]: `t${at}`,
  [`teams[${at}].participants[0].localId`]: `p${at}`,
  [`teams[${at}].participants[0].firstName`]: firstName,
  [`teams[${at}].participants[0].lastName`]: 'Maier',
});

async function readyToOrder() {
  const shop = await testShop();
  // Without a birth date nobody can tell that it is the same person.
  const race = await shop.deps.write((work) =>
    makeRace(work, { event: { needsName: true }, run: { minAge: 0, maxAge: 0 } }),
  );
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'e@example.test',
    eventId: race.eventId,
  });
  const path = (step: string) => `/events/${race.eventId}/${step}`;
  const enter = (fields: Record<string, string>, intent = 'next') =>
    visitor.form(path('competitions'), { ...fields, intent });
  await enter(entry(race, 0, 'Eva'));
  await visitor.form(path('articles'), { declined: 'true', shown: 'p0' });
  await visitor.form(path('delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const shown = async () => {
    const html = await (await visitor.fetch(path('check-order'))).text();
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    return { key: value('key'), totalPrice: value('totalPrice') };
  };
  const order = (fields: Record<string, string>) => visitor.form(path('check-order'), { ...fields, accepted: 'true' });
  return { shop, race, visitor, path, enter, shown, order };
}
const ordersOf = ({ deps }: TestShop) => deps.read.select().from(orders);
const entered = async (visitor: Caller, page: string) => (await visitor.fetch(page)).text();

test('tabs that order one draft at the same moment make one order', async () => {
  const { shop, shown, order } = await readyToOrder();
  const { totalPrice } = await shown();
  const answers = await Promise.all([1, 2, 3, 4].map(() => order({ key: '', totalPrice })));
  expect(await ordersOf(shop)).toHaveLength(1);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(answers.filter((answer) => answer.headers.get('location')?.includes('/payment?order=1'))).toHaveLength(1);
});

test('somebody typed while the order is made is in the order or still in the draft', async () => {
  const { shop, race, visitor, path, enter, shown, order } = await readyToOrder();
  const fields = await shown();
  const both = { ...entry(race, 0, 'Eva'), ...entry(race, 1, 'Added-meanwhile') };
  await Promise.all([order(fields), enter(both, 'keep'), enter(both, 'keep')]);
  const ordered = await shop.deps.read.select().from(participants);
  const page = await entered(visitor, path('competitions'));
  expect(ordered.some(({ firstName }) => firstName === 'Added-meanwhile')).toBe(false);
  expect(page).toContain('Added-meanwhile');
});

test('a page that shows other people than the draft orders nobody', async () => {
  const { shop, race, enter, shown, order } = await readyToOrder();
  const old = await shown();
  shop.clock.advance(minutes(1));
  await enter(entry(race, 0, 'Berta'), 'keep');
  const refused = await order(old);
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain('Die Anmeldung hat sich inzwischen geändert');
  expect(html).toContain('Berta Maier');
  expect(await ordersOf(shop)).toHaveLength(0);
  expect((await order(await shown())).headers.get('location')).toContain('/payment?order=1');
});
