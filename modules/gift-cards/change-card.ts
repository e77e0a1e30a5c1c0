import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { takeGiftCards } from '#modules/organizers/index.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { days, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { issueCard } from './issue-card.ts';
import { sendCard } from './mails/mail-types.ts';
import { cardState } from './rules/card.ts';
import { refuse } from './rules/problems.ts';
import { type GiftCard, giftCardMoves, giftCardSettings, giftCards, type MoveKind } from './schema.ts';

type ByEditor = { editorId: number; note?: string };

const noteMove = (
  { tx, now }: Work,
  cardId: number,
  kind: MoveKind,
  { editorId, note = '' }: { editorId: number | null; note?: string },
) => tx.insert(giftCardMoves).values({ cardId, kind, amount: cents(0), editorId, note, createdAt: now });

export async function blockCard(work: Work, card: GiftCard, by: ByEditor): Promise<void> {
  const rows = await work.tx
    .update(giftCards)
    .set({ blockedAt: work.now })
    .where(and(eq(giftCards.id, card.id), isNull(giftCards.blockedAt), isNotNull(giftCards.issuedAt)))
    .returning({ id: giftCards.id });
  if (rows.length === 0) return refuse('CANT_CHANGE_GIFT_CARD', { reason: cardState(card, work.now) });
  await noteMove(work, card.id, 'blocked', by);
}

/** @throws Problem CANT_CHANGE_GIFT_CARD unless it is blocked */
export async function unblockCard(work: Work, card: GiftCard, by: ByEditor): Promise<void> {
  const rows = await work.tx
    .update(giftCards)
    .set({ blockedAt: null })
    .where(and(eq(giftCards.id, card.id), isNotNull(giftCards.blockedAt)))
    .returning({ id: giftCards.id });
  if (rows.length === 0) return refuse('CANT_CHANGE_GIFT_CARD', { reason: cardState(card, work.now) });
  await noteMove(work, card.id, 'unblocked', by);
}

export async function dropCard(work: Work, card: GiftCard, by: ByEditor): Promise<void> {
  const rows = await work.tx
    .update(giftCards)
    .set({ droppedAt: work.now })
    .where(and(eq(giftCards.id, card.id), isNull(giftCards.issuedAt), isNull(giftCards.droppedAt)))
    .returning({ id: giftCards.id });
  if (rows.length === 0) return refuse('CANT_CHANGE_GIFT_CARD', { reason: cardState(card, work.now) });
  await noteMove(work, card.id, 'dropped', by);
}

/** Mails the card once more, at once. @throws Problem CANT_CHANGE_GIFT_CARD unless it is ready and has an address */
async function sendCardAgain(work: Work, card: GiftCard, editorId: number): Promise<void> {
  const state = cardState(card, work.now);
  if (state !== 'ready') return refuse('CANT_CHANGE_GIFT_CARD', { reason: state });
  if ((card.recipientEmail ?? card.buyerEmail) === null)
    return refuse('CANT_CHANGE_GIFT_CARD', { reason: 'noAddress' });
  await sendCard(work, card, { editorId });
}

const unpaidDays = 60;

/** Drops cards unpaid for 60 days and deletes their names and addresses, which were never proven. */
export async function dropUnpaidCards({ tx, now }: Work): Promise<void> {
  const dropped = await tx
    .update(giftCards)
    .set({ droppedAt: now, buyerName: '', buyerEmail: null, recipientName: '', recipientEmail: null, message: '' })
    .where(
      and(
        isNull(giftCards.issuedAt),
        isNull(giftCards.droppedAt),
        lte(giftCards.createdAt, instant(now - days(unpaidDays))),
      ),
    )
    .returning({ id: giftCards.id });
  for (const { id: cardId } of dropped)
    await tx.insert(giftCardMoves).values({ cardId, kind: 'dropped', amount: cents(0), createdAt: now });
}

/** Mails cards whose day has come. A blocked card waits until it is unblocked. Returns whether more are due. */
export async function sendDueCards(work: Work, max: number): Promise<boolean> {
  const due = await work.tx
    .select()
    .from(giftCards)
    .where(
      and(
        sql`send_at is not null and sent_at is null`,
        lte(giftCards.sendAt, work.now),
        isNotNull(giftCards.issuedAt),
        isNull(giftCards.blockedAt),
      ),
    )
    .orderBy(giftCards.sendAt)
    .limit(max);
  for (const card of due) await sendCard(work, card);
  return due.length === max;
}

export type SettingsChange = { isOn: boolean; least: number; most: number; years: number };

/** New terms apply to cards sold from now on; a sold card keeps its years. */
export async function saveCardSettings(
  work: Work,
  organizerId: number,
  { isOn, least, most, years }: SettingsChange,
  changedBy: number,
): Promise<void> {
  const { tx, now } = work;
  if (isOn) await takeGiftCards(work, organizerId);
  const set = { isOn, least: cents(least), most: cents(most), years, changedBy, changedAt: now };
  await tx
    .insert(giftCardSettings)
    .values({ organizerId, ...set })
    .onConflictDoUpdate({ target: giftCardSettings.organizerId, set });
}

export const cardSteps = {
  issue: async (work: Work, { id: cardId }: GiftCard, by: ByEditor): Promise<void> => {
    await issueCard(work, { cardId, ...by });
  },
  block: blockCard,
  unblock: unblockCard,
  drop: dropCard,
  send: (work: Work, card: GiftCard, { editorId }: ByEditor): Promise<void> => sendCardAgain(work, card, editorId),
} as const;
export type CardStep = keyof typeof cardSteps;
export const permissionOf = (step: CardStep) => (step === 'issue' ? 'giftCard.issue' : 'giftCard.manage');

const atOnce = 50;

export const sendCardsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'gift-cards',
  everyMs: minutes(5),
  endsByClock: true,
  run: () =>
    write(async (work) => {
      await dropUnpaidCards(work);
      return sendDueCards(work, atOnce);
    }),
});
