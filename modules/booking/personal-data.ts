import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
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
  async erase({ tx }, userId) {
    await tx.delete(drafts).where(isOf(userId, await visitsOf(tx, userId, 'all')));
  },
};

/** By whose session typed it, or for those from before that was kept, by the visit. */
const isOf = (userId: number, visits: string[]) =>
  or(eq(drafts.userId, userId), and(isNull(drafts.userId), inArray(drafts.visitId, visits)));

const inputIn = ({ hadPeople: _, isProven: __, version: ___, changed: ____, apart: _____, ...input }: DraftData) =>
  input;
