import { expect, test } from 'vitest';
import { catalogOf } from '#modules/events/index.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { days, instant, toIso } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';

test('a copied event has the kinds of vouchers of the original, for its own records, moved along, without codes', async () => {
  const shop = await testShop({ now: '2026-03-02T09:00:00Z', env: { LIMIT_FACTOR: '0' } });
  const race = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    return makeRace(work, { event: { organizerId } });
  });
  const organizer = await shop.login('organizer@example.test');
  const make = async (fields: object) => {
    const made = await organizer.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
      eventId: race.eventId,
      ...fields,
    });
    expect(made.status).toBe(200);
    return made.body.voucherTypeId;
  };
  const first = await make({
    name: 'Verein',
    unit: 'percentage',
    amount: 10,
    target: 'competition',
    competitionId: race.runId,
    // Before and after the clocks change: nine o'clock stays nine o'clock.
    validFrom: '2026-03-10T08:00:00Z',
    validTo: '2026-04-10T21:59:59.999Z',
  });
  await make({ name: 'Preis', target: 'competitionPrice', competitionPriceId: race.runPriceId, validTo: null });
  await make({
    name: 'Shirt',
    target: 'article',
    articleId: race.shirtId,
    amount: 500,
    validFrom: null,
    validTo: null,
  });
  await organizer.json('POST', '/api/vouchers', { voucherTypeId: first, count: 3 });
  // That the platform pays a kind is not copied: it says so for each event.
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  await admin.json('PATCH', `/api/vouchers/types/${first}`, { paidByPlatform: true });
  // 2026-05-01 → 2026-06-12: six weeks later.
  const start = instant(shop.clock() + days(60));
  const copied = await organizer.json<{ copiedEventId: number }>('POST', `/api/admin/events/${race.eventId}/copy`, {
    startTimestamp: toIso(instant(start + days(42))),
  });
  const { copiedEventId } = copied.body;
  await shop.settle();
  await shop.settle();
  const catalog = await catalogOf(shop.deps.read, copiedEventId);
  const run = catalog?.competitions.find(({ title }) => title === '10 km');
  const { body } = await organizer.json<{ rows: { id: number }[] }>('GET', `/api/vouchers/list/${copiedEventId}`);
  expect(body.rows).toMatchObject([
    {
      name: 'Verein',
      unit: 'percentage',
      amount: 10,
      paidByPlatform: false,
      competitionId: run?.id,
      validFrom: '2026-04-21T07:00:00.000Z',
      validTo: '2026-05-22T21:59:59.999Z',
    },
    { name: 'Preis', competitionPriceId: run?.prices[0]?.id, validTo: null },
    { name: 'Shirt', articleId: catalog?.articles[0]?.id, validFrom: null, amount: 500 },
  ]);
  expect(body.rows).toHaveLength(3);
  const codes = await organizer.json('GET', `/api/vouchers/list/${copiedEventId}/${body.rows[0]?.id}`);
  expect(codes.body).toEqual({ count: 0, rows: [] });
  const history = await (await organizer.fetch(`/admin/events/${copiedEventId}/history`)).text();
  expect(history).toContain('Gutscheinart angelegt: Verein');
});
