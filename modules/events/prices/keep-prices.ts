import { and, eq, sql } from 'drizzle-orm';
import { present } from '#src/kernel/assert.ts';
import { withCents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { eventOfCompetition, given, hasAny, inUseRefuses } from '../changes.ts';
import { touchEvent } from '../event/change-event.ts';
import { refuse } from '../rules/problems.ts';
import { competitionPrices, competitions } from '../schema.ts';
import type { PriceInput } from '../shapes.ts';

/** Makes a price and answers its id. */
export async function createPrice(work: Work, competitionId: number, input: PriceInput): Promise<number> {
  const eventId = await eventOfCompetition(work, competitionId);
  refuseWindow(input.availableFrom ?? null, input.availableTo ?? null);
  const { quantity = 0, seenQuantity: _seen, currency: _, ...fields } = input;
  const [made] = await work.tx
    .insert(competitionPrices)
    .values({ ...withCents(fields, ['price']), competitionId, quantityTotal: quantity })
    .returning({ id: competitionPrices.id });
  await touchEvent(work, eventId);
  return present(made, 'an inserted price has an id').id;
}

/**
 * Changes what is given. `quantity` is what is still to be sold, so it is added to what is sold already; with
 * `seenQuantity` only the difference between the two is.
 * @throws Problem CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE with `details.left` when more is to be taken away than
 *   is left by now
 */
export async function updatePrice(work: Work, priceId: number, input: PriceInput): Promise<void> {
  const [before] = await work.tx
    .select({ price: competitionPrices, eventId: competitions.eventId })
    .from(competitionPrices)
    .innerJoin(competitions, eq(competitions.id, competitionPrices.competitionId))
    .where(eq(competitionPrices.id, priceId));
  if (!before) return refuse('NOT_FOUND');
  const { quantity, seenQuantity, currency: _, ...fields } = input;
  const after = { ...before.price, ...given(fields) };
  refuseWindow(after.availableFrom, after.availableTo);
  if (hasAny(fields))
    await work.tx
      .update(competitionPrices)
      .set(withCents(fields, ['price']))
      .where(eq(competitionPrices.id, priceId));
  if (quantity !== undefined) await setQuantity(work, priceId, quantity, seenQuantity);
  await touchEvent(work, before.eventId);
}

async function setQuantity(work: Work, priceId: number, quantity: number, seen = -1): Promise<void> {
  const { id, sold, quantityTotal } = competitionPrices;
  const total = seen < 0 ? sql`${sold} + ${quantity}` : sql`${quantityTotal} + ${quantity - seen}`;
  const changed = await work.tx
    .update(competitionPrices)
    .set({ quantityTotal: total })
    .where(and(eq(id, priceId), sql`${total} >= ${sold}`))
    .returning({ id });
  if (changed.length === 1) return;
  const [now] = await work.tx
    .select({ left: sql<number>`${quantityTotal} - ${sold}` })
    .from(competitionPrices)
    .where(eq(id, priceId));
  refuse('CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE', { left: now?.left ?? 0 });
}

/** @throws Problem CANT_DELETE_COMPETITION_PRICE_IN_USE when anyone ever bought at it. */
export async function deletePrice(work: Work, priceId: number): Promise<void> {
  const [before] = await work.tx
    .select({ eventId: competitions.eventId })
    .from(competitionPrices)
    .innerJoin(competitions, eq(competitions.id, competitionPrices.competitionId))
    .where(eq(competitionPrices.id, priceId));
  if (!before) return refuse('NOT_FOUND');
  const gone = await inUseRefuses('CANT_DELETE_COMPETITION_PRICE_IN_USE', () =>
    work.tx
      .delete(competitionPrices)
      .where(and(eq(competitionPrices.id, priceId), eq(competitionPrices.sold, 0)))
      .returning({ id: competitionPrices.id }),
  );
  if (gone.length === 0) refuse('CANT_DELETE_COMPETITION_PRICE_IN_USE');
  await touchEvent(work, before.eventId);
}

function refuseWindow(from: number | null, to: number | null): void {
  if (from !== null && to !== null && to < from) refuseFields({ availableTo: ['events.error.endBeforeStart'] });
}
