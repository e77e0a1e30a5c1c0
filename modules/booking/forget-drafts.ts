import { and, lte, or } from 'drizzle-orm';
import { days, type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/http.ts';
import type { Job } from '#src/platform/jobs.ts';
import { isKeptPost, keptPostMs } from './kept-posts.ts';
import { drafts } from './schema.ts';

const draftMs = days(30);

/** What nobody touched for thirty days is forgotten, and what was posted without a session after an hour. */
export const forgetDraftsJob = (deps: Deps): Job => ({
  name: 'forget-drafts',
  everyMs: minutes(10),
  async run() {
    await deps.write(async ({ tx, now }) => {
      const notTouchedFor = (ms: number) => lte(drafts.updatedAt, (now - ms) as Instant);
      await tx.delete(drafts).where(or(notTouchedFor(draftMs), and(isKeptPost, notTouchedFor(keptPostMs))));
    });
    return false;
  },
});
