import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { testShop } from '#tests/support/shop.ts';
import {
  catalogOf,
  createArticle,
  createEvent,
  createVariant,
  releaseVariant,
  reserveVariant,
  updateVariant,
} from '../index.ts';

test('never oversells during concurrent orders and edits', async () => {
  const { deps } = await testShop();
  const { eventId, articleId } = await deps.write(async (work) => {
    const made = await createEvent(work, { title: 'Lauf' });
    return { eventId: made, articleId: await createArticle(work, made, { name: 'Shirt' }) };
  });
  let sizes = 0;
  const step = fc.oneof(
    fc.record({ kind: fc.constant('order' as const), pieces: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('cancel' as const), pieces: fc.integer({ min: 1, max: 4 }) }),
    // What somebody saw may be long gone by when they save.
    fc.record({
      kind: fc.constant('edit' as const),
      pieces: fc.integer({ min: 0, max: 12 }),
      seen: fc.integer({ min: 0, max: 12 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const variantId = await deps.write((work) =>
        createVariant(work, articleId, { name: `Size ${++sizes}`, availableAmount: 5 }),
      );
      const now = async () =>
        (await catalogOf(deps.read, eventId))?.articles[0]?.variants.find(({ id }) => id === variantId);
      let [sold, total] = [0, 5];
      const run = async (each: (typeof steps)[number]) => {
        const { kind, pieces } = each;
        if (kind === 'cancel' && pieces > sold) return;
        // What is taken back is decided here, so that two do not give the same pieces back.
        if (kind === 'cancel') sold -= pieces;
        try {
          await deps.write((work) =>
            kind === 'edit'
              ? updateVariant(work, variantId, { availableAmount: pieces, baselineAvailableAmount: each.seen })
              : (kind === 'order' ? reserveVariant : releaseVariant)(work, { variantId, quantity: pieces }),
          );
          if (kind === 'order') sold += pieces;
          if (kind === 'edit') total += pieces - each.seen;
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          expect(kind === 'order' ? 'RESERVING_ARTICLES_FAILED' : 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW').toBe(
            error.code,
          );
        }
      };
      await Promise.all(steps.map(run));
      const after = await now();
      expect(after).toMatchObject({ sold, total });
      expect(sold).toBeLessThanOrEqual(total);
    }),
    { numRuns: 40 },
  );
});
