import { ready } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { retentionDays } from './rules/list.ts';

const ofPastEvents = (table: 'discount_members' | 'discount_uses') => `delete from ${table} where discount_id in
  (select d.id from events e cross join discounts d on d.event_id = e.id where e.end_timestamp < ?)`;

/** A list is of one event: some time after it nobody needs it. */
export const forgetListsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-member-lists',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const before = instant(now - days(retentionDays));
      await tx.run(ready(ofPastEvents('discount_members'), [before]));
      await tx.run(ready(ofPastEvents('discount_uses'), [before]));
    });
    return false;
  },
});
