import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { loadOrganizer } from '#modules/organizers/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { type CardState, cardState, readCardCode, usualTerms } from './rules/card.ts';
import { refuse } from './rules/problems.ts';
import { type GiftCard, type GiftCardMove, giftCardMoves, giftCardSettings, giftCards } from './schema.ts';

export type CardSettings = { isOn: boolean } & typeof usualTerms;

/** The organizer's settings; without a row the defaults, switched off. */
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

export async function cardOfId(reader: Reader | Tx, cardId: number): Promise<GiftCard | null> {
  const [card] = await reader.select().from(giftCards).where(eq(giftCards.id, cardId));
  return card ?? null;
}

/** @throws Problem NOT_FOUND also for a card of another organizer */
export async function cardAt(reader: Reader | Tx, organizerId: number, cardId: number): Promise<GiftCard> {
  const [card] = await reader
    .select()
    .from(giftCards)
    .where(and(eq(giftCards.id, cardId), eq(giftCards.organizerId, organizerId)));
  return card ?? refuse('NOT_FOUND');
}

export const movesOf = (reader: Reader | Tx, cardId: number): Promise<GiftCardMove[]> =>
  reader.select().from(giftCardMoves).where(eq(giftCardMoves.cardId, cardId)).orderBy(asc(giftCardMoves.id));

/** Sums in cents. `owed` is left on valid cards, `lapsed` on expired ones. */
export type CardFigures = { cards: number; sold: Cents; redeemed: Cents; owed: Cents; lapsed: Cents; ordered: number };

export async function figuresOf(reader: Reader | Tx, organizerId: number, now: Instant): Promise<CardFigures> {
  const [row] = await reader.all<Record<keyof CardFigures, number>>(sql`
    select count(issued_at) cards,
      coalesce(sum(case when issued_at is not null then amount_cents end), 0) sold,
      coalesce(sum(case when issued_at is not null then amount_cents - rest_cents end), 0) redeemed,
      coalesce(sum(case when valid_until > ${now} then rest_cents end), 0) owed,
      coalesce(sum(case when valid_until <= ${now} then rest_cents end), 0) lapsed,
      coalesce(sum(issued_at is null and dropped_at is null), 0) ordered
    from gift_cards where organizer_id = ${organizerId}`);
  const sum = (name: keyof CardFigures) => cents(Number(row?.[name] ?? 0));
  return {
    ...{ sold: sum('sold'), redeemed: sum('redeemed'), owed: sum('owed'), lapsed: sum('lapsed') },
    cards: Number(row?.cards ?? 0),
    ordered: Number(row?.ordered ?? 0),
  };
}

/** SQL equivalent of `cardState`. */
export const isInState = (state: CardState, now: Instant): SQL =>
  ({
    dropped: sql`dropped_at is not null`,
    ordered: sql`dropped_at is null and issued_at is null`,
    blocked: sql`blocked_at is not null`,
    over: sql`issued_at is not null and blocked_at is null and valid_until <= ${now}`,
    used: sql`issued_at is not null and blocked_at is null and valid_until > ${now} and rest_cents = 0`,
    ready: sql`issued_at is not null and blocked_at is null and valid_until > ${now} and rest_cents > 0`,
  })[state];

export const cardSource = (organizerId: number): ListSource => ({
  id: giftCards.id,
  fields: {
    id: { column: giftCards.id, kind: 'number' },
    amount: { column: giftCards.amount, kind: 'number' },
    rest: { column: giftCards.rest, kind: 'number' },
    createdAt: { column: giftCards.createdAt, kind: 'instant' },
    validUntil: { column: giftCards.validUntil, kind: 'instant' },
    buyerName: { column: giftCards.buyerName, kind: 'text' },
  },
  scope: eq(giftCards.organizerId, organizerId),
  // Searching matches whole codes only, so that a part of a code cannot reveal the rest.
  search: (q) =>
    or(
      eq(giftCards.code, readCardCode(q) ?? ''),
      contains(giftCards.buyerName, q),
      contains(giftCards.buyerEmail, q),
      contains(giftCards.recipientName, q),
      contains(giftCards.recipientEmail, q),
    ),
  order: [desc(giftCards.id)],
});

export const readListed = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<GiftCard[]> =>
  reader.select().from(giftCards).where(where);

export const newestCards = (reader: Reader | Tx, organizerId: number, max: number): PromiseLike<GiftCard[]> =>
  reader.select().from(giftCards).where(eq(giftCards.organizerId, organizerId)).orderBy(desc(giftCards.id)).limit(max);

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

type Call = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { organizerId: number; giftCardId: number };
};

/** Route loader: a card of an organizer that the viewer may manage. @throws Problem NOT_FOUND */
export async function loadCard(call: Call): Promise<GiftCard> {
  const { id } = await loadOrganizer(call);
  return cardAt(call.deps.read, id, call.params.giftCardId);
}
