import { sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { CatalogDiscount } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { countMembers } from './read-list.ts';
import { maxMembers, readMembers } from './rules/list.ts';
import { discountMembers } from './schema.ts';
import type { ListInput } from './shapes.ts';

/** Invalid lines named in an error. */
const maxNamed = 20;

type ListChange = { added: number; removed: number; count: number };

/**
 * Changes the list, all or nothing. Uses of removed members stay, and count when the member returns. The history
 * records numbers only.
 * @throws Problem VALIDATION_FAILED at invalid lines (`members.3`), or for too many (`members`)
 */
export async function saveList(
  work: Work,
  eventId: number,
  discount: CatalogDiscount,
  { mode, members: lines }: ListInput,
  editor: { userId: number },
): Promise<ListChange> {
  const { tx } = work;
  const { members, wrong } = readMembers(discount, lines);
  if (wrong.length > 0) {
    const why = discount.memberFieldId === null ? 'email' : 'tooLong';
    refuseFields(Object.fromEntries(wrong.slice(0, maxNamed).map((at) => [`members.${at}`, [why]])));
  }
  // One JSON value: thousands of placeholders cost more than the rows.
  const named = sql`(select value from json_each(${JSON.stringify(members)}))`;
  const ofList = sql`discount_id = ${discount.id}`;
  const removed =
    mode === 'add'
      ? []
      : await tx.all(sql`delete from ${discountMembers}
          where ${ofList} and member ${mode === 'remove' ? sql`in` : sql`not in`} ${named} returning 1`);
  const added =
    mode === 'remove'
      ? []
      : await tx.all(sql`insert into ${discountMembers} (discount_id, member)
          select ${discount.id}, value from json_each(${JSON.stringify(members)}) where true
          on conflict (discount_id, member) do nothing returning 1`);
  const { all: count } = await countMembers(tx, discount.id);
  if (count > maxMembers) refuseFields({ members: ['memberLists.error.tooMany'] });
  const change = { added: added.length, removed: removed.length, count };
  const changes = (['added', 'removed'] as const).flatMap((what) =>
    change[what] > 0
      ? [{ field: what === 'added' ? 'membersAdded' : 'membersRemoved', before: null, after: change[what] }]
      : [],
  );
  if (changes.length > 0)
    await addEventEntries(work, editor, eventId, [
      { kind: 'discount', action: 'changed', recordId: discount.id, name: discount.title, changes },
    ]);
  return change;
}
