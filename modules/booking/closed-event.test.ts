import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateCompetition, updateEvent } from '#modules/events/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { days, instant } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { emptyDraft } from './rules/draft.ts';

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
    for (const step of steps) {
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

const address = {
  firstName: 'Ada',
  lastName: 'Berger',
  street: 'Hauptplatz',
  houseNumber: '1',
  zipCode: '4020',
  city: 'Linz',
};

test.each([
  ['without an address', { needsName: false, needsContactAddress: false }, {}],
  [
    'with an address',
    { needsName: true, needsContactAddress: true },
    { contactAddress: { ...address, countryCode: 'AT' } },
  ],
])(
  'every step behind the first leads back to the order that was just placed, until it is paid: %s',
  async (_, needs, contact) => {
    const { shop, race: made, page } = await race(needs);
    const buyer = await shop.login('buyer@event.test');
    const booking = bookingOf(made, [runner()], contact);
    const { status, body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${made.eventId}/book`, booking);
    expect(status, JSON.stringify(body)).toBe(201);
    const { orderId } = body;
    // As the page leaves it that ordered.
    await shop.deps.write(({ tx }) =>
      tx.run(sql`insert into drafts (visit_id, event_id, data, order_id, updated_at)
      select visit_id, event_id, ${JSON.stringify(emptyDraft)}, id, ${shop.clock()} from orders where id = ${orderId}`),
    );
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
