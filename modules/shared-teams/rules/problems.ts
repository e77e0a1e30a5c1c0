import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const sharedTeamProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** No teams for this event, too little time left, or too many teams of the account: `details.reason`. */
  SHARED_TEAM_NOT_OPEN: 409,
  /** Too few free places, or none of the team's. */
  SHARED_TEAM_NO_PLACES: 409,
  SHARED_TEAM_OVER: 409,
  SHARED_TEAM_HAS_MEMBERS: 409,
  /** This place was invited or reminded less than a day ago. */
  SHARED_TEAM_TOLD: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(sharedTeamProblems);
