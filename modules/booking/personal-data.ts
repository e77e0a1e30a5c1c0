import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import { forgetHoldsOf } from '#modules/events/index.ts';
import type { PersonalData } from '#src/platform/module.ts';
import { isProven } from './proven-draft.ts';
import type { DraftData } from './rules/draft.ts';
import { drafts } from './schema.ts';

/** What was typed and never ordered: no law keeps it. */
export const draftData: PersonalData = {
  async collect(reader, userId) {
    const visits = await visitsOf(reader, userId, 'proven');
    const begun = await reader
      .select()
      .from(drafts)
      .where(and(isOf(userId, visits), isProven(visits)));
    return { begun: begun.map(({ eventId, data }) => ({ eventId, ...inputIn(data) })) };
  },
  async erase(work, userId) {
    const { tx } = work;
    const visits = await visitsOf(tx, userId, 'all');
    const gone = await tx.delete(drafts).where(isOf(userId, visits)).returning({ visitId: drafts.visitId });
    // What was kept for them while they filled in goes with it.
    await forgetHoldsOf(work, [...new Set([...visits, ...gone.map(({ visitId }) => visitId)])]);
  },
};

/** By whose session typed it, or for those from before that was kept, by the visit. */
const isOf = (userId: number, visits: string[]) =>
  or(eq(drafts.userId, userId), and(isNull(drafts.userId), inArray(drafts.visitId, visits)));

const inputIn = ({ hadPeople: _, isProven: __, version: ___, changed: ____, apart: _____, ...input }: DraftData) =>
  input;
