import { generalProblems, type ProblemTable } from '#src/kernel/problem.ts';
import { modules } from './modules.ts';

/** Every refusal the shop may give, with its HTTP status. */
export const problems: ProblemTable = Object.assign({}, generalProblems, ...modules.map((module) => module.problems));
