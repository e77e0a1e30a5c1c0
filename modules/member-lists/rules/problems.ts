import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } = generalProblems;

export const memberListProblems = { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } as const satisfies ProblemTable;

export const refuse = refuser(memberListProblems);
