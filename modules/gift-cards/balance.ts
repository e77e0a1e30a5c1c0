import type { Reader } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { cardOfCode } from './read-cards.ts';
import { type CardState, cardState } from './rules/card-state.ts';
import { refuse } from './rules/problems.ts';

/** @throws Problem INVALID_GIFT_CARD_CODE for an unknown code or a card of another organizer */
export async function balanceOf(
  reader: Reader,
  organizerId: number,
  typed: string,
  now: Instant,
): Promise<{ rest: Cents; validUntil: Instant; state: CardState }> {
  const card = await cardOfCode(reader, typed);
  if (!card || card.organizerId !== organizerId || card.validUntil === null) return refuse('INVALID_GIFT_CARD_CODE');
  return { rest: card.rest, validUntil: card.validUntil, state: cardState(card, now) };
}
