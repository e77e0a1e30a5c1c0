import { and, asc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import { usualTerms } from './rules/card-state.ts';
import { readCardCode } from './rules/code.ts';
import { refuse } from './rules/problems.ts';
import { type GiftCard, type GiftCardMove, giftCardMoves, giftCardSettings, giftCards } from './schema.ts';

export type CardSettings = { isOn: boolean } & typeof usualTerms;

/** What an organizer says about its cards; the usual, and off, where it said nothing. */
export async function settingsOf(reader: Reader | Tx, organizerId: number): Promise<CardSettings> {
  const [row] = await reader.select().from(giftCardSettings).where(eq(giftCardSettings.organizerId, organizerId));
  const { isOn, least, most, years } = row ?? { isOn: false, ...usualTerms };
  return { isOn, least, most, years };
}

export async function cardOfCode(reader: Reader | Tx, typed: string): Promise<GiftCard | null> {
  const code = readCardCode(typed);
  if (code === null) return null;
  const [card] = await reader.select().from(giftCards).where(eq(giftCards.code, code));
  return card ?? null;
}

/** A card of this organizer. @throws Problem NOT_FOUND */
export async function cardAt(reader: Reader | Tx, organizerId: number, cardId: number): Promise<GiftCard> {
  const [card] = await reader
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, cardId), eq(giftCards.organizerId, organizerId)));
  return card ?? refuse('NOT_FOUND');
}

/** What happened to it, from the first on. */
export const movesOf = (reader: Reader | Tx, cardId: number): Promise<GiftCardMove[]> =>
  reader.select().from(giftCardMoves).where(eq(giftCardMoves.cardId, cardId)).orderBy(asc(giftCardMoves.id));
