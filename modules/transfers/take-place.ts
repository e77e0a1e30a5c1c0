import { and, eq } from 'drizzle-orm';
import { addAudit, isReplacedSince, linesOfTakeover, type PlacedOrder, placeTakeover } from '#modules/orders/index.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { handOverPlace } from '#modules/payments/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { otherPlaces, type Place, placeOf } from './read-place.ts';
import { type Transfer, transferOf } from './read-transfers.ts';
import { refuse } from './rules/problems.ts';
import { transfers } from './schema.ts';

export type Offered = {
  transfer: Transfer;
  place: Place;
  others: Place[];
  items: OrderItem[];
  totalPrice: Cents;
  now: Instant;
};

export async function offeredPlace(
  reader: Reader | Tx,
  transferId: number,
  now: Instant,
  competitionId: number | null = null,
): Promise<Offered> {
  const transfer = (await transferOf(reader, transferId)) ?? refuse('NOT_FOUND');
  if (transfer.state !== 'offered' || now >= (transfer.lineUntil ?? transfer.until))
    return refuse('TRANSFER_OVER', { state: transfer.state });
  const { fromOrderId: orderId, participantId } = transfer;
  if (await isReplacedSince(reader, participantId, transfer.createdAt)) return refuse('TRANSFER_OVER');
  const place = (await placeOf(reader, { orderId, participantId }, now)) ?? refuse('TRANSFER_OVER');
  if (place.hindrance) return refuse('TRANSFER_NOT_POSSIBLE', { reason: place.hindrance });
  const others = await otherPlaces(reader, place, now);
  const wanted =
    competitionId === null || competitionId === place.competition.id
      ? place
      : (others.find(({ competition }) => competition.id === competitionId) ??
        refuse('TRANSFER_NOT_POSSIBLE', { reason: 'otherCompetition' }));
  return { transfer, place: wanted, others, now, ...(await linesOfTakeover(reader, wanted, wanted.terms)) };
}

type TakePlace = Omit<Parameters<typeof placeTakeover>[1], 'place' | 'terms'> & {
  transferId: number;
  linkVersion: number;
};

/**
 * Orders an offered place and blocks it until it is paid or the order ends. A free place passes at once.
 * @throws Problem NOT_FOUND, TRANSFER_OVER, TRANSFER_NOT_POSSIBLE, and the refusals of `placeTakeover`
 */
export async function takePlace(work: Work, { transferId, linkVersion, ...input }: TakePlace): Promise<PlacedOrder> {
  const { tx, now } = work;
  const competitionId = input.booking.teams[0]?.competitionId ?? null;
  const { place, transfer } = await offeredPlace(tx, transferId, now, competitionId);
  const placed = await placeTakeover(work, { ...input, place, terms: place.terms });
  const { orderId } = placed;
  const [ordered] = await tx
    .update(transfers)
    .set({ state: 'ordered', newOrderId: orderId })
    .where(and(eq(transfers.id, transferId), eq(transfers.state, 'offered'), eq(transfers.linkVersion, linkVersion)))
    .returning({ id: transfers.id });
  if (!ordered) return refuse('TRANSFER_OVER');
  await addAudit(work, { orderId: transfer.fromOrderId, type: 'Other', editorId: null, comment: 'place.ordered' });
  if (placed.status === 'complete' && !(await handOverPlace(work, orderId))) return refuse('TRANSFER_OVER');
  return placed;
}
