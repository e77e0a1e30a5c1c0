import { visitsOf } from '#modules/accounts/index.ts';
import { forgetHoldsOf } from '#modules/events/index.ts';
import { fromList, ready, selectRows } from '#src/data/hot-statements.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { isProven } from './drafts.ts';
import type { DraftData } from './rules/draft.ts';
import { drafts } from './schema.ts';

/** Input that was never ordered has no retention duty. */
export const draftData: PersonalData = {
  async collect(reader, userId) {
    const visits = JSON.stringify(await visitsOf(reader, userId, 'proven'));
    const begun = await selectRows(reader, drafts, `where ${isTheirs} and ${isProven}`, [userId, visits, visits]);
    return { begun: begun.map(({ eventId, data }) => ({ eventId, ...inputIn(data) })) };
  },
  async erase(work, userId) {
    const { tx } = work;
    const visits = await visitsOf(tx, userId, 'all');
    const statement = `delete from drafts where ${isTheirs} returning visit_id visitId`;
    const removed = await tx.all<{ visitId: string }>(ready(statement, [userId, JSON.stringify(visits)]));
    // Places held for these visits are released.
    await forgetHoldsOf(work, [...new Set([...visits, ...removed.map(({ visitId }) => visitId)])]);
  },
};

/** By the user of the session; older rows by the visit. */
const isTheirs = `(user_id = ? or user_id is null and visit_id in ${fromList})`;

const inputIn = ({ hadPeople: _, isProven: __, version: ___, changed: ____, apart: _____, ...input }: DraftData) =>
  input;
