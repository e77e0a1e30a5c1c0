/**
 * By which number people are of one team, also when they came in several orders: then it is the first that there was of it.
 * A piece of a statement; `team` and `person` are what it calls its rows of `teams` and `participants`.
 */
export const oneTeam = (team: string, person: string): string =>
  `coalesce((select min(one.id) from teams one where one.shared_team_id = ${team}.shared_team_id), ${person}.team_id)`;
