import { lte } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days, type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { drafts } from './schema.ts';

const draftMs = days(30);

/** Deletes drafts unchanged for thirty days. */
export const forgetDraftsJob = (deps: Deps): Job => ({
  name: 'forget-drafts',
  endsByClock: true,
  everyMs: minutes(10),
  async run() {
    await deps.write(async ({ tx, now }) => {
      await tx.delete(drafts).where(lte(drafts.updatedAt, (now - draftMs) as Instant));
    });
    return false;
  },
});
