import type { ProblemTable } from '#src/kernel/problem.ts';

/** Organizers refuse with the general codes alone. */
export const organizerProblems = {} as const satisfies ProblemTable;
