import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { instant, minutes } from '#src/kernel/time.ts';
import { dice } from '#tests/season/dice.ts';
import { testShop } from '#tests/support/shop.ts';
import { catalogOf, createPrice, reserveTickets, saleTo } from './index.ts';
import { createQuota } from './quotas/quotas.ts';
import { availableTickets, currentPrice } from './rules/sale.ts';

class TakenBack extends Error {}

test('the pages show exactly what the stock ledger sells', async () => {
  const { deps, clock } = await testShop();
  const { between, chance, pick } = dice(7);
  const { eventId, runId, runPriceId, relayId, relayPriceId } = await deps.write((work) =>
    makeRace(work, { tickets: 6, event: { offerHours: 24 } }),
  );
  const prices = await deps.write(async (work) => {
    await createQuota(work, eventId, { title: 'Brücke', quotaTotal: 9, competitionIds: [runId, relayId] });
    const later = await createPrice(work, runId, { price: 4000, quantity: 6, priceOrder: 2 });
    return [
      { competitionId: runId, priceId: runPriceId },
      { competitionId: runId, priceId: later },
      { competitionId: relayId, priceId: relayPriceId },
    ];
  });
  let [refused, given] = [0, 0];
  for (let round = 0; round < 120; round += 1) {
    await deps.write(async ({ tx, now }) => {
      for (const table of ['place_holds', 'kept_prices', 'kept_competitions'])
        await tx.run(sql`delete from ${sql.identifier(table)}`);
      await tx.run(sql`update competitions set sold = 0`);
      await tx.run(sql`update shared_quotas set total = ${between(4, 12)}`);
      let room = 4;
      for (const { competitionId, priceId } of prices) {
        const sold = Math.min(room, between(0, 2));
        room -= sold;
        const total = sold + between(0, 4);
        await tx.run(sql`update competition_prices set quantity_total = 99, sold = ${sold} where id = ${priceId}`);
        await tx.run(sql`update competition_prices set quantity_total = ${total} where id = ${priceId}`);
        await tx.run(
          sql`update competitions set sold = sold + ${sold}, total_ticket_count = 99 where id = ${competitionId}`,
        );
        await tx.run(
          sql`update competitions set total_ticket_count = sold + ${between(0, 4)} where id = ${competitionId}`,
        );
        if (chance(0.4))
          await tx.run(sql`insert into kept_prices (price_id, event_id) values (${priceId}, ${eventId})`);
      }
      await tx.run(sql`update events set version = version + 1`);
      // What is held has its place, as the statements that hold see to.
      for (const visit of ['me', 'other']) {
        const { competitionId, priceId } = pick(prices);
        const [free] = await tx.all<{ free: number }>(sql`select min(
          (select total_ticket_count - sold - (select coalesce(sum(quantity), 0) from place_holds where competition_id = c.id) from competitions c where id = ${competitionId}),
          (select quantity_total - sold - (select coalesce(sum(quantity), 0) from place_holds where price_id = p.id) from competition_prices p where id = ${priceId}),
          (select total - (select sum(sold) from competitions) - (select coalesce(sum(quantity), 0) from place_holds) from shared_quotas)) free`);
        const quantity = Math.min(between(0, 2), Math.max(0, free?.free ?? 0));
        if (quantity > 0)
          await tx.run(sql`insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until)
            values (${visit}, ${eventId}, ${competitionId}, ${priceId}, ${quantity}, ${now + minutes(10)})`);
      }
    });
    const known = await catalogOf(deps.read, eventId);
    if (!known) throw new Error('the event is there');
    for (const own of ['[]', '["me"]']) {
      const { catalog } = await saleTo(deps.read, known, own, clock());
      for (const competition of catalog.competitions) {
        const price = currentPrice(competition, instant(clock()));
        if (!price) continue;
        const available = availableTickets(competition, instant(clock()));
        for (let count = 1; count <= 6; count += 1) {
          const isGiven = await deps
            .write(async (work) => {
              await reserveTickets(work, { competitionId: competition.id, priceId: price.id, count }, own);
              throw new TakenBack();
            })
            .catch((error: unknown) => error instanceof TakenBack);
          expect([count, isGiven], `round ${round}, ${competition.title}, ${own}`).toEqual([count, count <= available]);
          if (isGiven) given += 1;
          else refused += 1;
        }
      }
    }
  }
  expect(Math.min(refused, given)).toBeGreaterThan(200);
});
