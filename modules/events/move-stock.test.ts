import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { testShop } from '#tests/support/shop.ts';
import {
  catalogOf,
  createArticle,
  createCompetition,
  createEvent,
  createPrice,
  createVariant,
  releaseTickets,
  releaseVariant,
  reserveTickets,
  reserveVariant,
  updateCompetition,
  updatePrice,
  updateVariant,
} from './index.ts';
import { deleteRecord } from './records/save.ts';

async function stall() {
  const { deps } = await testShop();
  const made = await deps.write(async (work) => {
    const eventId = await createEvent(work, { title: 'Lauf' });
    const competitionId = await createCompetition(work, eventId, { title: '5 km', totalTicketCount: 7 });
    const priceIds = [
      await createPrice(work, competitionId, { price: 1000, quantity: 4 }),
      await createPrice(work, competitionId, { price: 2000, quantity: 5, priceOrder: 2 }),
    ];
    const articleId = await createArticle(work, eventId, { name: 'Shirt' });
    const variantId = await createVariant(work, articleId, { availableAmount: 3 });
    return { eventId, competitionId, priceIds, articleId, variantId };
  });
  const stock = async () => {
    const catalog = await catalogOf(deps.read, made.eventId);
    const [competition] = catalog?.competitions ?? [];
    return {
      competition: competition?.sold,
      prices: competition?.prices.map(({ sold }) => sold),
      variant: catalog?.articles[0]?.variants[0]?.sold,
    };
  };
  return { deps, ...made, stock };
}

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
};

test('moves competition and price together and never beyond their limits', async () => {
  const { deps, competitionId, priceIds, stock } = await stall();
  const held = priceIds.map(() => 0);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ price: fc.nat({ max: 1 }), count: fc.integer({ min: 1, max: 5 }), release: fc.boolean() }), {
        maxLength: 12,
      }),
      async (moves) => {
        for (const { price, count, release } of moves) {
          const input = { competitionId, priceId: priceIds[price] as number, count };
          const mine = held[price] as number;
          if (release) {
            if (mine < count) continue;
            await deps.write((work) => releaseTickets(work, input));
            held[price] = mine - count;
          } else {
            // The refusal is swallowed inside the work: not even then may half of it stay.
            const outcome = await deps.write((work) => codeOf(reserveTickets(work, input, null)));
            const room = Math.min(7 - held.reduce((a, b) => a + b, 0), ([4, 5][price] as number) - mine);
            expect(outcome).toBe(count <= room ? 'done' : 'NOT_ENOUGH_TICKETS');
            if (outcome === 'done') held[price] = mine + count;
          }
          const now = await stock();
          expect(now.prices).toEqual(held);
          expect(now.competition).toBe(held.reduce((a, b) => a + b, 0));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('fifty buyers at once get the four tickets of a price', async () => {
  const { deps, competitionId, priceIds, stock } = await stall();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      codeOf(
        deps.write((work) => reserveTickets(work, { competitionId, priceId: priceIds[0] as number, count: 1 }, null)),
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(4);
  expect(await stock()).toMatchObject({ competition: 4, prices: [4, 0] });
});

test('tells what is left and refuses a price of another competition', async () => {
  const { deps, competitionId, priceIds } = await stall();
  await expect(
    deps.write((work) => reserveTickets(work, { competitionId, priceId: priceIds[0] as number, count: 5 }, null)),
  ).rejects.toMatchObject({ code: 'NOT_ENOUGH_TICKETS', details: { left: 4 } });
  await expect(
    deps.write((work) => reserveTickets(work, { competitionId: 999, priceId: priceIds[0] as number, count: 1 }, null)),
  ).rejects.toMatchObject({ code: 'RESERVING_TICKETS_FAILED' });
});

test('refuses to give back more than was taken', async () => {
  const { deps, competitionId, priceIds, variantId } = await stall();
  await expect(
    deps.write((work) => releaseTickets(work, { competitionId, priceId: priceIds[0] as number, count: 1 })),
  ).rejects.toThrow('only tickets that were sold');
  await expect(deps.write((work) => releaseVariant(work, { variantId, quantity: 1 }))).rejects.toThrow(
    'only articles that were sold',
  );
});

test('articles run out', async () => {
  const { deps, variantId, stock } = await stall();
  await deps.write((work) => reserveVariant(work, { variantId, quantity: 2 }));
  await expect(deps.write((work) => reserveVariant(work, { variantId, quantity: 2 }))).rejects.toMatchObject({
    code: 'RESERVING_ARTICLES_FAILED',
    details: { left: 1 },
  });
  await deps.write((work) => releaseVariant(work, { variantId, quantity: 2 }));
  expect((await stock()).variant).toBe(0);
});

test('refuses to delete what was sold', async () => {
  const { deps, competitionId, priceIds, articleId, variantId, eventId } = await stall();
  const priceId = priceIds[0] as number;
  await deps.write(async (work) => {
    await reserveTickets(work, { competitionId, priceId, count: 3 }, null);
    await reserveVariant(work, { variantId, quantity: 2 });
  });
  const refused = (verb: Parameters<typeof deps.write>[0]) => codeOf(deps.write(verb));
  expect(await refused((work) => updateCompetition(work, competitionId, { totalTicketCount: 2 }))).toBe(
    'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE',
  );
  expect(await refused((work) => deleteRecord(work, 'competition', competitionId))).toBe(
    'CANT_DELETE_COMPETITION_HAS_PARTICIPANTS',
  );
  expect(await refused((work) => deleteRecord(work, 'price', priceId))).toBe('CANT_DELETE_COMPETITION_PRICE_IN_USE');
  expect(await refused((work) => deleteRecord(work, 'article', articleId))).toBe('CANT_DELETE_ARTICLE_HAS_ORDERS');
  expect(await refused((work) => deleteRecord(work, 'variant', variantId))).toBe(
    'CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS',
  );
  await deps.write(async (work) => {
    await updatePrice(work, priceId, { quantity: 0 });
    await updateVariant(work, variantId, { availableAmount: 9 });
  });
  const catalog = await catalogOf(deps.read, eventId);
  expect(catalog?.competitions[0]?.prices[0]).toMatchObject({ sold: 3, quantityTotal: 3 });
  expect(catalog?.articles[0]?.variants[0]).toMatchObject({ sold: 2, total: 11 });
});
