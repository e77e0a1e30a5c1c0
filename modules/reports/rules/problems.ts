import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const reportProblems = { NO_ORDERS_FOR_EVENT_FOUND: 404 } as const satisfies ProblemTable;

export const refuse = refuser({ ...generalProblems, ...reportProblems });
