import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateCompetition, updateEvent } from '#modules/events/index.ts';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { days, instant } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

const steps = ['competitions', 'articles', 'cancellation-protection', 'delivery-address', 'check-order'] as const;
const race = async (event = { needsName: true, needsContactAddress: true }) => {
  const shop = await testShop();
  const made = await shop.deps.write((work) => makeRace(work, { event }));
  return { shop, race: made, page: `/events/${made.eventId}` };
};
type Scene = Awaited<ReturnType<typeof race>>;

const change =
  (input: Parameters<typeof updateEvent>[2]) =>
  ({ shop, race: { eventId } }: Scene): Promise<void> =>
    shop.deps.write((work) => updateEvent(work, eventId, input));

const sellOut = ({ shop }: Scene): Promise<void> =>
  shop.deps.write(async ({ tx }) => void (await tx.run(sql`update competitions set sold = total_ticket_count`)));

test.each<[string, (scene: Scene) => Promise<void>, string]>([
  ['canceled', change({ canceled: true }), 'abgesagt'],
  ['marked as sold out', change({ soldOut: true }), 'usverkauft'],
  ['sold out', sellOut, 'usverkauft'],
  ['over', async ({ shop }) => shop.clock.advance(days(62)), 'vorbei'],
  [
    'past in all of its competitions',
    ({ shop, race: { eventId, runId, relayId } }) =>
      shop.deps.write(async (work) => {
        for (const id of [runId, relayId]) await updateCompetition(work, id, { timestamp: instant(1) });
        await updateEvent(work, eventId, {});
      }),
    'Anmeldung',
  ],
])('every step of an event that is %s leads to its page, with and without a login', async (_, close, reason) => {
  const scene = await race();
  const { shop, page } = scene;
  const buyer = await shop.login('buyer@event.test');
  const guest = shop.visitor();
  expect((await guest.fetch(`${page}/competitions`)).headers.get('location')).toContain('/auth');
  await close(scene);
  for (const caller of [guest, buyer])
    for (const step of [...steps, 'payment']) {
      const read = await caller.fetch(`${page}/${step}`);
      expect([step, read.status, read.headers.get('location')]).toEqual([step, 303, page]);
      const posted = await caller.form(`${page}/${step}`, { intent: 'next' });
      expect([step, posted.status, posted.headers.get('location')]).toEqual([step, 303, page]);
    }
  expect(await (await guest.fetch(page)).text()).toContain(reason);
});

test('a link to a competition that is over leads to the page of the event, one to another goes on', async () => {
  const { shop, race: made, page } = await race();
  await shop.deps.write((work) => updateCompetition(work, made.runId, { timestamp: instant(1) }));
  const buyer = await shop.login('buyer@event.test');
  for (const caller of [shop.visitor(), buyer]) {
    const past = await caller.fetch(`${page}/competitions?competition=${made.runId}`);
    expect([past.status, past.headers.get('location')]).toEqual([303, page]);
  }
  expect((await buyer.fetch(`${page}/competitions?competition=${made.relayId}`)).status).toBe(200);
});

const contact = { firstName: 'Ada', lastName: 'Berger', street: 'Hauptplatz', houseNumber: '1', zipCode: '4020' };
const contactAddress = { ...contact, city: 'Linz', countryCode: 'AT' };
type Buyer = Awaited<ReturnType<Scene['shop']['login']>>;

/** Orders by the steps, without a script; answers where the order is paid. */
async function orderByPages(buyer: Buyer, { race: { runId }, page }: Scene): Promise<string> {
  const person = 'teams[0].participants[0]';
  await buyer.form(`${page}/competitions`, {
    ...{ 'teams[0].localId': 't1', 'teams[0].competitionId': String(runId), [`${person}.localId`]: 'p1' },
    ...{ [`${person}.firstName`]: 'Ada', [`${person}.lastName`]: 'Berger', [`${person}.birthDate`]: '1.5.1990' },
    ...{ [`${person}.gender`]: 'female', seen: 'p1', intent: 'next' },
  });
  await buyer.form(`${page}/articles`, { declined: 'true', shown: 'p1' });
  const fields = Object.entries(contactAddress).map(([name, value]) => [`contact.${name}`, value]);
  await buyer.form(`${page}/delivery-address`, Object.fromEntries(fields));
  const html = await (await buyer.fetch(`${page}/check-order`)).text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const shown = { key: value('key'), totalPrice: value('totalPrice'), paymentMethod: 'visa', accepted: 'true' };
  const ordered = await buyer.form(`${page}/check-order`, shown);
  expect(ordered.status, await ordered.text()).toBe(303);
  return ordered.headers.get('location') ?? '';
}

const orderByCall = async (
  buyer: Buyer,
  { race: made, page }: Scene,
  booking: Record<string, unknown>,
): Promise<void> => {
  const { status, body } = await buyer.json('POST', `/api${page}/book`, bookingOf(made, [runner()], booking));
  expect(status, JSON.stringify(body)).toBe(201);
};

const withAddress = { needsName: true, needsContactAddress: true };
const withoutAddress = { needsName: false, needsContactAddress: false };
test.each<[string, typeof withAddress, (buyer: Buyer, scene: Scene) => Promise<unknown>]>([
  ['without an address, by the pages', withoutAddress, orderByPages],
  ['with an address, by the pages', withAddress, orderByPages],
  [
    'by the pages, whose draft is gone',
    withAddress,
    async (buyer, scene) => {
      await orderByPages(buyer, scene);
      await scene.shop.deps.write(({ tx }) => tx.delete(drafts));
    },
  ],
  ['by a call, which leaves no draft', withAddress, (buyer, scene) => orderByCall(buyer, scene, { contactAddress })],
])(
  'every step behind the first leads back to the order that was just placed, until it is paid: %s',
  async (_, needs, place) => {
    const scene = await race(needs);
    const { shop, page } = scene;
    const buyer = await shop.login('buyer@event.test');
    await place(buyer, scene);
    const [made] = await shop.deps.read.select({ id: orders.id }).from(orders);
    const orderId = made?.id ?? expect.fail('nothing was ordered');
    for (const step of steps.slice(1).filter((name) => name !== 'delivery-address' || needs.needsName)) {
      const back = await buyer.fetch(`${page}/${step}`);
      expect([step, back.headers.get('location')]).toEqual([step, `/payment-fail/${orderId}`]);
      const posted = await buyer.form(`${page}/${step}`, { intent: 'next' });
      expect([step, posted.headers.get('location')]).toEqual([step, `/payment-fail/${orderId}`]);
    }
    // Somebody else may be entered, as long as there are places.
    expect((await buyer.fetch(`${page}/competitions`)).status).toBe(200);
    await shop.deps.write(({ tx }) => tx.run(sql`update orders set status = 'complete' where id = ${orderId}`));
    expect((await buyer.fetch(`${page}/articles`)).headers.get('location')).toBe(page);
  },
);
