import { expect, test } from 'vitest';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

const answer = (visitor: Caller, categories: string) => visitor.form('/consent', { categories, to: '/' });
const metaIn = (page: string, name: string) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(page)?.[1];

test('every page from the event to the order tells of the visit after the yes, and none before', async () => {
  const shop = await testShop({ env: { GA_MEASUREMENT_ID: 'G-TEST12345' } });
  const made = await shop.deps.write((work) => makeRace(work));
  const person = await shop.login('runner@measured.example');
  const booking = bookingOf(made, [runner()]);
  const { body } = await person.json<{ orderId: number }>('POST', `/api/events/${made.eventId}/book`, booking);
  const event = `/events/${made.eventId}`;
  await person.form(`${event}/competitions`, { intent: `add:${made.runId}` });
  const pages = [
    event,
    `${event}/competitions`,
    `${event}/payment?order=${body.orderId}`,
    `${event}/completed?order=${body.orderId}`,
    `/payment-success/${body.orderId}`,
    `/payment-fail/${body.orderId}`,
    `/orders/${body.orderId}`,
  ];
  for (const [categories, id] of [
    [null, undefined],
    ['necessary', undefined],
    ['necessary,ga', 'G-TEST12345'],
  ] as const) {
    if (categories) await answer(person, categories);
    for (const path of pages) {
      const answered = await person.fetch(path);
      expect([answered.status, metaIn(await answered.text(), 'analytics')], `${path} ${categories}`).toEqual([200, id]);
    }
  }
  person.cookies.set('viewed-events', '1.2');
  await answer(person, 'necessary');
  expect(person.cookies.has('viewed-events')).toBe(false);
});
