import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { events } from '#modules/events/schema.ts';
import { organizers } from '#modules/organizers/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { invoicesUntil } from '../rules/refusal.ts';
import type { SettlementFigures } from '../rules/settlement.ts';
import { payouts, settlementAudits, settlements } from '../schema.ts';

export type SettlementRow = typeof settlements.$inferSelect;
/** Paid once its payout is; `draft` is not stored. */
export type SettlementStatus = 'closed' | 'paid';
export type Settlement = SettlementRow & {
  organizerName: string;
  eventTitle: string;
  status: SettlementStatus;
  /** null: nothing to pay. */
  payoutStatus: 'waiting' | 'inFile' | 'paid' | null;
};

const payoutOf = (field: 'status' | 'file_id') =>
  sql<string | number | null>`(select ${sql.raw(`p.${field}`)} from ${payouts} p
    where p.settlement_id = ${settlements.id} and p.status <> 'returned')`;

const listed = (reader: Reader | Tx) =>
  reader
    .select({
      settlement: settlements,
      organizerName: organizers.name,
      eventTitle: events.title,
      status: payoutOf('status'),
      fileId: payoutOf('file_id'),
    })
    .from(settlements)
    .innerJoin(organizers, eq(organizers.id, settlements.organizerId))
    .innerJoin(events, eq(events.id, settlements.eventId));

type Listed = Awaited<ReturnType<typeof listed>>[number];
function toSettlement({ settlement, organizerName, eventTitle, status, fileId }: Listed): Settlement {
  const payoutStatus = status === null ? null : status === 'paid' ? 'paid' : fileId === null ? 'waiting' : 'inFile';
  return {
    ...settlement,
    organizerName,
    eventTitle,
    status: payoutStatus === 'paid' ? 'paid' : 'closed',
    payoutStatus,
  };
}

export async function settlementsOf(reader: Reader | Tx, eventId: number): Promise<Settlement[]> {
  const rows = await listed(reader).where(eq(settlements.eventId, eventId)).orderBy(desc(settlements.number));
  return rows.map(toSettlement);
}

export async function settlementById(reader: Reader | Tx, id: number): Promise<Settlement | null> {
  const [row] = await listed(reader).where(eq(settlements.id, id));
  return row ? toSettlement(row) : null;
}

export const figuresOf = ({ taxCategory, taxRate, ...row }: SettlementRow): SettlementFigures => ({
  ...row,
  tax: { category: taxCategory, rate: taxRate },
});

/** Oldest first. */
export const auditsOf = (reader: Reader, settlementId: number) =>
  reader
    .select({
      id: settlementAudits.id,
      action: settlementAudits.action,
      amount: settlementAudits.amount,
      note: settlementAudits.note,
      createdAt: settlementAudits.createdAt,
      editor: users.email,
    })
    .from(settlementAudits)
    .leftJoin(users, eq(users.id, settlementAudits.editorId))
    .where(and(eq(settlementAudits.settlementId, settlementId)))
    .orderBy(asc(settlementAudits.id));

/** The first settlement after the event's end; earlier ones are partial. */
export async function settlementClosedAt(reader: Reader | Tx, eventId: number): Promise<Instant | null> {
  const [closed] = await reader
    .select({ until: settlements.until })
    .from(settlements)
    .innerJoin(events, eq(events.id, settlements.eventId))
    .where(and(eq(settlements.eventId, eventId), gte(settlements.until, events.endTimestamp)))
    .orderBy(asc(settlements.number))
    .limit(1);
  return closed?.until ?? null;
}

/** Events that get no more invoices: settled after their end, or ended too long ago. */
export async function invoicesOver(
  reader: Reader | Tx,
  of: readonly { id: number; endTimestamp: Instant }[],
  now: Instant,
): Promise<ReadonlySet<number>> {
  const ended = of.filter(({ endTimestamp }) => endTimestamp <= now);
  const [late, recent] = [
    ended.filter((event) => now > invoicesUntil(event)),
    ended.filter((event) => now <= invoicesUntil(event)),
  ].map((some) => some.map(({ id }) => id)) as [number[], number[]];
  if (recent.length === 0) return new Set(late);
  const settled = await reader
    .selectDistinct({ id: settlements.eventId })
    .from(settlements)
    .innerJoin(events, eq(events.id, settlements.eventId))
    .where(and(inArray(settlements.eventId, recent), gte(settlements.until, events.endTimestamp)));
  return new Set([...late, ...settled.map(({ id }) => id)]);
}
