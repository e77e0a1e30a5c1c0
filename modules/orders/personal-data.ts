import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { userById, visitsOf } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/platform/module.ts';
import type { Work } from '#src/platform/work.ts';
import { ordersOf } from './read.ts';
import type { DraftData } from './rules/draft.ts';
import { drafts, orderAuditChanges, orders } from './schema.ts';
import { orderShape } from './shapes.ts';

/** Orders stay for as long as the law wants them; what was typed and never ordered goes. */
export const orderData: PersonalData = {
  async collect(reader, userId) {
    const own = await reader
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.userId, userId))
      .orderBy(desc(orders.id));
    const records = await ordersOf(
      reader,
      own.map(({ id }) => id),
    );
    const visits = await visitsOf(reader, userId, 'proven');
    const begun = await reader
      .select()
      .from(drafts)
      .where(and(isOf(userId, visits), or(isProven, inArray(drafts.visitId, visits))));
    return {
      orders: records.map(orderShape),
      begun: begun.map(({ eventId, data }) => ({ eventId, ...typedIn(data) })),
    };
  },
  async erase({ tx }, userId) {
    await tx.delete(drafts).where(isOf(userId, await visitsOf(tx, userId, 'all')));
    await eraseFromHistory(tx, userId);
  },
};

/**
 * Histories of orders that went to somebody else, or of participants who have another address by now, would keep the
 * person's one for ever. It becomes the text that the account's does; the entries say what else they said.
 */
async function eraseFromHistory(tx: Work['tx'], userId: number): Promise<void> {
  const email = (await userById(tx, userId))?.email;
  if (!email) return;
  const { field, before, after } = orderAuditChanges;
  const gone = `deleted-${userId}`;
  for (const [name, column] of [
    ['before', before],
    ['after', after],
  ] as const)
    await tx
      .update(orderAuditChanges)
      .set({ [name]: gone })
      .where(and(inArray(field, ['buyer', 'email']), sql`lower(${column}) = lower(${email})`));
}

/** By whose session typed it, or for those from before that was kept, by the visit. */
const isOf = (userId: number, visits: string[]) =>
  or(eq(drafts.userId, userId), and(isNull(drafts.userId), inArray(drafts.visitId, visits)));

/** Not what a stranger typed who merely knows the address. */
const isProven = sql`json_extract(${drafts.data}, '$.isProven')`;
const typedIn = ({ hadPeople: _, isProven: __, keptPost: ___, ...typed }: DraftData) => typed;
