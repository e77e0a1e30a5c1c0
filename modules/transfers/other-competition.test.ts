import { describe, expect, test } from 'vitest';
import { createCompetition, createPrice, setWaitingRoom, updatePrice } from '#modules/events/index.ts';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { refundsOf } from '#modules/payments/index.ts';
import { days, plus } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { brokenPapers } from '#tests/season/papers.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { newcomer, type OwnOffer, openTransfers } from './testing.ts';

/** Ana's 10 km at 30,00 (plus a fee of 1,50), and a half marathon with one place at 45,00. */
async function withHalf(settings: Record<string, unknown> = {}) {
  const shop = await testShop();
  const at = await openTransfers(shop, { otherCompetitions: true, ...settings });
  const half = await shop.deps.write(async (work) => {
    const id = await createCompetition(work, at.race.eventId, {
      ...{ title: 'Halbmarathon', totalTicketCount: 1, timestamp: plus(work.now, days(30)) },
    });
    return { id, priceId: await createPrice(work, id, { price: 4500, quantity: 1 }) };
  });
  const takeHalf = ({ transfer, link }: OwnOffer, totalPrice: number) =>
    at.taker.json<{ orderId: number; code: string; details: Record<string, unknown> }>(
      'POST',
      `/api/transfers/${transfer?.id}/take`,
      {
        ...{ link, totalPrice, termsAccepted: true, eventConditionsAccepted: true },
        teams: [{ competitionId: half.id, participants: [newcomer()] }],
      },
    );
  const sold = async () =>
    Object.fromEntries(
      (
        await shop.deps.read.all<{ title: string; sold: number }>(
          'select c.title, c.sold + 100 * sum(p.sold) sold from competitions c join competition_prices p on p.competition_id = c.id group by c.id',
        )
      ).map(({ title, sold: n }) => [title, n]),
    );
  return { ...at, shop, half, takeHalf, sold };
}
const orderIn = async ({ deps }: TestShop, id: number) => (await orderOf(deps.read, id)) ?? expect.fail();
const ofHistory = /every record of an event tells|its last entry says|the last entry says/;
const holds = async ({ deps }: TestShop) => {
  expect((await breaches(deps.read)).filter((sentence) => !ofHistory.test(sentence))).toEqual([]);
  expect(await brokenPapers(deps.read)).toEqual([]);
};

describe('a place in another competition', () => {
  test('is paid at its price of today, takes its ticket and gives back the one of before, with number and articles', async () => {
    const at = await withHalf();
    const { shop, half } = at;
    const { body } = await at.offer();
    const seen = await at.taker.json<{ totalPrice: number; otherCompetitionIds: number[] }>(
      'POST',
      `/api/transfers/${body.transfer?.id}/look`,
      { link: body.link, competitionId: half.id },
    );
    expect(seen.body).toMatchObject({ totalPrice: 4500, otherCompetitionIds: [half.id] });
    expect((await at.takeHalf(body, 3000)).body.code).toBe('NOT_MATCHING_ORDER_TOTAL');
    const taken = await at.takeHalf(body, 4500);
    expect(taken.status).toBe(201);
    expect(await at.sold()).toMatchObject({ '10 km': 101, Halbmarathon: 0 });
    await at.pay(taken.body.orderId);
    expect(await at.sold()).toMatchObject({ '10 km': 0, Halbmarathon: 101 });
    const after = await orderIn(shop, taken.body.orderId);
    expect(peopleOf(after)[0]?.person).toMatchObject({
      id: at.participantIds[0],
      competitionId: half.id,
      competitionPriceId: half.priceId,
      ticketPrice: 4500,
      firstName: 'Lena',
    });
    expect(after.orderItems.map(({ name, priceTotal }) => [name, priceTotal])).toEqual([['Halbmarathon', 4500]]);
    // 30,00 less the fee of 5,00 are refunded, as in any transfer.
    expect((await refundsOf(shop.deps.read, at.orderId)).map(({ amount }) => amount)).toEqual([2500]);
    await holds(shop);
    // The place can be passed on again, at its current value.
    const [placeId = 0] = at.participantIds;
    const next = await at.taker.json<OwnOffer>(
      'POST',
      `/api/orders/${taken.body.orderId}/participants/${placeId}/transfer`,
      { email: null },
    );
    const look = await at.holder.json<{ totalPrice: number; competitionId: number }>(
      'POST',
      `/api/transfers/${next.body.transfer?.id}/look`,
      { link: next.body.link },
    );
    expect(look.body).toMatchObject({ totalPrice: 4500, competitionId: half.id });
  });

  test('without a refund costs the fee and what it is dearer, and is worth the price of the other one then', async () => {
    const at = await withHalf({ refundRule: 'nothing', priceRule: 'old' });
    const { body } = await at.offer();
    const taken = await at.takeHalf(body, 2000);
    expect(taken.status).toBe(201);
    await at.pay(taken.body.orderId);
    await holds(at.shop);
    const [placeId = 0] = at.participantIds;
    const path = `/api/orders/${taken.body.orderId}/participants/${placeId}/transfer`;
    const next = await at.taker.json<OwnOffer>('POST', path, { email: null });
    const look = await at.holder.json<{ totalPrice: number }>('POST', `/api/transfers/${next.body.transfer?.id}/look`, {
      link: next.body.link,
    });
    // Only the fee, because the value is 45,00 already.
    expect(look.body.totalPrice).toBe(500);
  });

  test('that is sold out by the time the money comes stays where it was, and the money goes home', async () => {
    const at = await withHalf();
    const { shop, half, race } = at;
    const { body } = await at.offer();
    const taken = await at.takeHalf(body, 4500);
    const faster = await at.holder.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, {
      ...bookingOf(race, [runner({ lastName: 'Rasch' })]),
      teams: [{ competitionId: half.id, participants: [runner({ lastName: 'Rasch' })] }],
      totalPrice: 4650,
    });
    expect(faster.status).toBe(201);
    await at.pay(taken.body.orderId);
    expect((await orderIn(shop, taken.body.orderId)).status).toBe('canceled');
    expect((await refundsOf(shop.deps.read, taken.body.orderId)).map(({ amount }) => amount)).toEqual([4500]);
    expect(peopleOf(await orderIn(shop, at.orderId))).toHaveLength(1);
    expect(await at.sold()).toMatchObject({ '10 km': 101, Halbmarathon: 101 });
    await holds(shop);
    expect((await at.takeHalf(body, 4500)).body).toMatchObject({
      code: 'TRANSFER_NOT_POSSIBLE',
      details: { reason: 'otherCompetition' },
    });
  });

  test('changes within a quota that both share though all of it is sold, and not past those who line up', async () => {
    const at = await withHalf();
    const { shop, half, race } = at;
    const quota = { title: 'Alle', quotaTotal: 1, competitionIds: [race.runId, half.id] };
    expect((await at.organizer.json('POST', `/api/admin/shared-quotas/${race.eventId}`, quota)).status).toBe(200);
    const { body } = await at.offer();
    await shop.deps.write((work) => setWaitingRoom(work, race.eventId, true));
    expect((await at.takeHalf(body, 4500)).body.details).toEqual({ reason: 'otherCompetition' });
    await shop.deps.write((work) => setWaitingRoom(work, race.eventId, false));
    const taken = await at.takeHalf(body, 4500);
    expect(taken.status).toBe(201);
    await at.pay(taken.body.orderId);
    expect(await at.sold()).toMatchObject({ '10 km': 0, Halbmarathon: 101 });
    await holds(shop);
  });

  test('is not to be had where the organizer does not want it, its price is gone, or the rules of it say no', async () => {
    const at = await withHalf();
    const { half } = at;
    const { body } = await at.offer();
    await at.set({ otherCompetitions: false });
    expect((await at.takeHalf(body, 4500)).body.details).toEqual({ reason: 'otherCompetition' });
    await at.set({ otherCompetitions: true });
    await at.shop.deps.write((work) => updatePrice(work, half.priceId, { onlyBuyableWithVoucher: true }));
    expect((await at.takeHalf(body, 4500)).body.details).toEqual({ reason: 'otherCompetition' });
    await at.shop.deps.write((work) => updatePrice(work, half.priceId, { onlyBuyableWithVoucher: false }));
    const path = (body.link ?? '').replace('http://shop.test', '');
    const page = await (await at.shop.visitor().fetch(path)).text();
    expect(page).toContain('Lieber ein anderer Bewerb?');
    expect(page).toContain(`competition=${half.id}`);
    const form = await (await at.taker.fetch(`${path.replace('?', '/take?')}&competition=${half.id}`)).text();
    expect(form).toContain('Halbmarathon');
    expect(form).toContain('45,00');
    // Sold out meanwhile: the offer page says so.
    await at.shop.deps.write((work) => updatePrice(work, half.priceId, { quantity: 0 }));
    const full = await at.taker.fetch(`${path.replace('?', '/take?')}&competition=${half.id}`);
    expect(full.status).toBe(303);
    expect(await (await at.taker.fetch(full.headers.get('location') ?? '')).text()).toContain(
      'Dort ist gerade kein Platz frei.',
    );
  });
});
