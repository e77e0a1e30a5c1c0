import { type SQL, sql } from 'drizzle-orm';

/**
 * By which number people are of one team, also when they came in several orders: then it is the first that there was of it.
 * For statements with `teams` as `t` and `participants` as `p`.
 */
export const oneTeamText =
  'coalesce((select min(one.id) from teams one where one.shared_team_id = t.shared_team_id), p.team_id)';

/** The same for statements that call the tables by their names. */
export const oneTeam: SQL<number> = sql<number>`coalesce((select min(one.id) from teams one where one.shared_team_id = teams.shared_team_id), participants.team_id)`;
