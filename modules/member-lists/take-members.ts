import { sql } from 'drizzle-orm';
import { brokenConstraint } from '#src/data/database.ts';
import { insertRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { discountUses } from './schema.ts';

/** `isAsked`: the owner of the address is asked. */
export type UsedMember = { discountId: number; member: string; participantId: number; isAsked: boolean };

/**
 * These participants have the discount of these members. Answers whether nobody else has: an index decides, whichever
 * process was faster.
 */
export async function takeMembers({ tx }: Work, used: readonly UsedMember[]): Promise<boolean> {
  if (used.length === 0) return true;
  try {
    await insertRows(tx, discountUses, used);
    return true;
  } catch (error) {
    if (brokenConstraint(error) !== 'unique') throw error;
    return false;
  }
}

/** Whether somebody else has by now what these participants had before their order was canceled. */
export async function areUsedElsewhere({ tx }: Work, participantIds: readonly number[]): Promise<boolean> {
  const found = await tx.all(sql`
    select 1 from ${discountUses} own
    join ${discountUses} other on other.discount_id = own.discount_id and other.member = own.member and other.live = 1
    where own.live = 0 and own.participant_id in (select value from json_each(${JSON.stringify(participantIds)})) limit 1`);
  return found.length > 0;
}
