import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const sharedTeamProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** There are no such teams here, too little time is left, or the account has enough of them: `details.reason`. */
  SHARED_TEAM_NOT_OPEN: 409,
  /** Not so many places are free, or none of the team is. */
  SHARED_TEAM_NO_PLACES: 409,
  /** It is in, dissolved or closed. */
  SHARED_TEAM_OVER: 409,
  /** Somebody has ordered a place of it, so its captain cannot close it. */
  SHARED_TEAM_HAS_MEMBERS: 409,
  /** Somebody was invited to this place or reminded of it within a day. */
  SHARED_TEAM_TOLD: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(sharedTeamProblems);
