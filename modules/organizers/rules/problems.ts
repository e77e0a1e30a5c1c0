import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const organizerProblems = { CANT_REMOVE_ORGANIZER_IS_LAST: 409 } as const satisfies ProblemTable;

export const refuse = refuser({ ...generalProblems, ...organizerProblems });
