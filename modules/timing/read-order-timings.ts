import { sql } from 'drizzle-orm';
import type { OrderTiming } from '#modules/orders/index.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Instant } from '#src/kernel/time.ts';
import { raceResultPushes } from './schema.ts';

const timingsOf = prepared((reader) =>
  reader
    .select({
      orderId: participants.orderId,
      people: sql<number>`count(*)`,
      marked: sql<number>`sum(coalesce(${raceResultPushes.hasSaveValue}, 0))`,
      known: sql<number>`count(${raceResultPushes.participantId})`,
      lastSynchroAt: sql<Instant | null>`max(${raceResultPushes.lastSynchroAt})`,
    })
    .from(participants)
    .leftJoin(raceResultPushes, sql`${raceResultPushes.participantId} = ${participants.id}`)
    .where(sql`${participants.orderId} in (select value from json_each(${sql.placeholder('orderIds')}))`)
    .groupBy(participants.orderId),
);

/** The paid mark counts once all participants have it. */
export async function orderTimingsOf(
  reader: Reader,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, OrderTiming>> {
  if (orderIds.length === 0) return new Map();
  const rows = await timingsOf(reader).all({ orderIds: JSON.stringify(orderIds) });
  return new Map(
    rows
      .filter(({ known }) => Number(known) > 0)
      .map(({ orderId, people, marked, lastSynchroAt }) => [
        orderId,
        { hasSaveValue: Number(marked) === Number(people), lastSynchroAt },
      ]),
  );
}
