import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { catalogOf } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { entryOf, firstInLine, liveAmong } from '#modules/waitlist/index.ts';
import { isLive, offerEnd, shortestOffer } from '#modules/waitlist/rules/entry-state.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import { type Place, placeOf } from './read-place.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { offerDays } from './rules/terms.ts';
import { transfers, transferTurns } from './schema.ts';

/** To the first waiting-list entry if wanted, else to the addressee, or only to the holder. */
export async function sendOffers(work: Work, transfer: Transfer, place: Place): Promise<Transfer> {
  if (asksWaitingList(place)) {
    const turn = await giveTurn(work, transfer, place);
    if (turn) return turn;
  }
  await postOffer(work, transfer, place.order.language);
  return transfer;
}

/** A place in a shared team has no waiting list. */
export const asksWaitingList = ({ settings, sharedTeam }: Pick<Place, 'settings' | 'sharedTeam'>): boolean =>
  settings.lineFirst && sharedTeam === null;

/** Gives the turn to the next waiting-list entry. Null: all were asked. */
async function giveTurn(work: Work, transfer: Transfer, { order, competition }: Place): Promise<Transfer | null> {
  const { tx, now } = work;
  const { event } = present(await catalogOf(tx, order.eventId), 'an order has an event');
  if (event.offerHours === null) return null;
  const lineUntil = instant(Math.min(offerEnd(now, event.offerHours, event.timeZone), transfer.until));
  if (lineUntil - now < shortestOffer) return null;
  const earlierTurns = await tx
    .select({ entryId: transferTurns.entryId })
    .from(transferTurns)
    .where(eq(transferTurns.transferId, transfer.id));
  const entry = await firstInLine(
    tx,
    competition.id,
    earlierTurns.map(({ entryId }) => entryId),
  );
  if (!entry) return null;
  const turn = await setTurn(work, transfer, { lineEntryId: entry.id, lineUntil });
  if (!turn) return null;
  await tx.insert(transferTurns).values({ transferId: transfer.id, entryId: entry.id });
  const { id: transferId, linkVersion: version } = turn;
  await work.post({
    ...{ type: 'TransferTurn', uniqueKey: `TransferTurn|${transferId}|${version}`, priority: 2 },
    ...{ recipient: entry.email, locale: entry.language, params: { transferId, version }, expiresAt: lineUntil },
  });
  return turn;
}

type Turn = Partial<Pick<Transfer, 'lineEntryId' | 'lineUntil' | 'until'>>;

/** Creates a new link and invalidates the previous one. Null: another process was faster. */
async function setTurn({ tx }: Work, { id, linkVersion }: Transfer, turn: Turn): Promise<Transfer | null> {
  const [set] = await tx
    .update(transfers)
    .set({ ...turn, linkVersion: linkVersion + 1 })
    .where(and(eq(transfers.id, id), eq(transfers.state, 'offered'), eq(transfers.linkVersion, linkVersion)))
    .returning();
  return set ?? null;
}

/** Gives the turn to the next entry, or the link with its full deadline to the holder. Null: not over, or ended. */
export async function endTurn(work: Work, transferId: number, why: 'time' | 'declined'): Promise<Transfer | null> {
  const { tx, now } = work;
  const transfer = await transferOf(tx, transferId);
  if (transfer?.state !== 'offered' || transfer.lineUntil === null) return null;
  if (why === 'time' && !(await isTurnOver(work, transfer))) return null;
  const { fromOrderId: orderId, participantId } = transfer;
  const place = await placeOf(tx, { orderId, participantId }, now);
  const isOffered = place?.hindrance === null;
  const next = isOffered && asksWaitingList(place) ? await giveTurn(work, transfer, place) : null;
  if (next) return next;
  const until = place ? instant(Math.min(plus(now, days(offerDays)), place.deadline)) : transfer.until;
  const open = await setTurn(work, transfer, { lineEntryId: null, lineUntil: null, until });
  if (!open || !place || !isOffered) return open;
  await postOffer(work, open, place.order.language);
  const order = await orderOf(tx, orderId);
  const buyer = order && (await userById(tx, order.userId));
  if (buyer)
    await work.post({
      ...{ type: 'TransferLineDone', uniqueKey: `TransferLineDone|${transferId}`, recipient: buyer.email },
      ...{ locale: order.language, params: { transferId }, orderId, expiresAt: until },
    });
  return open;
}

async function isTurnOver({ tx, now }: Work, { lineUntil, lineEntryId }: Transfer): Promise<boolean> {
  if (lineUntil !== null && lineUntil <= now) return true;
  const entry = lineEntryId === null ? null : await entryOf(tx, lineEntryId);
  return !entry || !isLive(entry.state);
}

const turnsAtOnce = 1000;

/** Offers whose turn expired or whose entry left the waiting list. */
export async function dueTurns(reader: Reader, now: Instant): Promise<number[]> {
  const turns = await reader
    .select({ id: transfers.id, entryId: transfers.lineEntryId, until: transfers.lineUntil })
    .from(transfers)
    .where(and(eq(transfers.state, 'offered'), isNotNull(transfers.lineUntil)))
    .orderBy(asc(transfers.lineUntil))
    .limit(turnsAtOnce);
  const live = await liveAmong(
    reader,
    turns.flatMap(({ entryId }) => entryId ?? []),
  );
  const isOver = ({ entryId, until }: (typeof turns)[number]) =>
    (until !== null && until <= now) || entryId === null || !live.has(entryId);
  return turns.filter(isOver).map(({ id }) => id);
}

/** Mails the link to the addressee; a participant who asked finds it on their own page. */
async function postOffer(work: Work, transfer: Transfer, locale: string): Promise<void> {
  const { id, email, until, fromOrderId } = transfer;
  await mailOfferTo(work, transfer, 'out');
  if (email === null) return;
  const uniqueKey = `TransferOffered|${id}`;
  const mail = { recipient: email, locale, params: { transferId: id }, expiresAt: until, orderId: fromOrderId };
  await work.post({ type: 'TransferOffered', uniqueKey, ...mail });
}

/** `out`: there is a link to pass on. `no`: the buyer or organizer refused. `over`: not taken in time. */
export type PersonNews = 'out' | 'no' | 'over' | 'passed';

/** Mails the outcome to the participant who asked, at the address of that time. */
export async function mailOfferTo(
  work: Work,
  { id, personEmail, fromOrderId }: Pick<Transfer, 'id' | 'personEmail' | 'fromOrderId'>,
  news: PersonNews,
): Promise<void> {
  const order = personEmail === null ? null : await orderOf(work.tx, fromOrderId);
  if (personEmail === null || !order) return;
  await work.post({
    ...{ type: 'TransferNews', uniqueKey: `TransferNews|${id}|${news}`, recipient: personEmail },
    ...{ locale: order.language, params: { transferId: id, news } },
  });
}
