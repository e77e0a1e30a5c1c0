import { and, asc, inArray, isNotNull, lt, lte } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { retentionDays } from './rules/team-state.ts';
import { sharedTeams } from './schema.ts';
import { settleTeam } from './settle-team.ts';

const atOnce = 50;

export const sharedTeamsJob = (deps: Pick<Deps, 'read' | 'write' | 'clock' | 'givingBack'>): Job => ({
  name: 'shared-teams',
  everyMs: minutes(1),
  endsByClock: true,
  async run() {
    const { dueAt, id } = sharedTeams;
    const due = await deps.read
      .select({ id })
      .from(sharedTeams)
      .where(lte(dueAt, deps.clock()))
      .orderBy(asc(dueAt))
      .limit(atOnce);
    for (const team of due) await deps.write((work) => settleTeam(deps, work, team.id));
    return due.length === atOnce;
  },
});

/** The orders keep who started with whom. */
export const forgetTeamsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-shared-teams',
  everyMs: hours(1),
  endsByClock: true,
  async run() {
    await write(async ({ tx, now }) => {
      const { endedAt, id } = sharedTeams;
      const isOver = and(isNotNull(endedAt), lt(endedAt, instant(now - days(retentionDays))));
      const gone = await tx.select({ id }).from(sharedTeams).where(isOver).limit(atOnce);
      if (gone.length > 0)
        await tx.delete(sharedTeams).where(
          inArray(
            id,
            gone.map((team) => team.id),
          ),
        );
    });
    return false;
  },
});
