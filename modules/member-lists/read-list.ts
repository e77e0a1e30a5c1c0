import { asc, count, eq, type SQL, sql } from 'drizzle-orm';
import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { events } from '#modules/events/schema.ts';
import { discounts } from '#modules/events/schema-discounts.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type ListSource, listRows } from '#src/web/list/find.ts';
import { contains, type ListQuery } from '#src/web/list/query.ts';
import { refuse } from './rules/problems.ts';
import { discountMembers } from './schema.ts';

export type MemberRow = { id: number; member: string; participantId: number | null };

/** The participant who uses the member. Raw SQL, since Drizzle would drop the table name here. */
const usedBy = sql<number | null>`(select u.participant_id from discount_uses u where u.live = 1
  and u.discount_id = discount_members.discount_id and u.member = discount_members.member)`;

export const memberSource = (discountId: number): ListSource => ({
  id: discountMembers.id,
  fields: {
    id: { column: discountMembers.id, kind: 'number' },
    member: { column: discountMembers.member, kind: 'text' },
    state: { column: sql`iif(${usedBy} is null, 'free', 'used')`, kind: 'text' },
  },
  scope: eq(discountMembers.discountId, discountId),
  search: (q) => contains(discountMembers.member, q),
  order: [asc(discountMembers.member)],
});

export const readMembers = (reader: Reader | Tx, where: SQL): Promise<MemberRow[]> =>
  reader
    .select({ id: discountMembers.id, member: discountMembers.member, participantId: usedBy })
    .from(discountMembers)
    .where(where);

export const listMembers = (reader: Reader | Tx, discountId: number, query: ListQuery) =>
  listRows(reader, memberSource(discountId), query, (isOnPage) => readMembers(reader, isOnPage));

export async function countMembers(reader: Reader | Tx, discountId: number): Promise<{ all: number; used: number }> {
  const [counted] = await reader
    .select({ all: count(), used: sql<number>`coalesce(sum(${usedBy} is not null), 0)`.mapWith(Number) })
    .from(discountMembers)
    .where(eq(discountMembers.discountId, discountId));
  return counted ?? { all: 0, used: 0 };
}

/** @throws Problem NOT_FOUND unless it is a list discount of this event */
export const listDiscountOf = ({ discounts: all }: Catalog, discountId: number): CatalogDiscount =>
  all.find(({ id, discountKind }) => id === discountId && discountKind === 'list') ?? refuse('NOT_FOUND');

export const listsWith = (reader: Reader | Tx, email: string) =>
  reader
    .select({ eventId: events.id, event: events.title, discount: discounts.title })
    .from(discountMembers)
    .innerJoin(discounts, eq(discounts.id, discountMembers.discountId))
    .innerJoin(events, eq(events.id, discounts.eventId))
    .where(eq(discountMembers.member, email));
