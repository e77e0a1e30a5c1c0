export { answerWithdrawal } from './answer.ts';
export { declareWithdrawal } from './declare.ts';
export { withdrawalsModule } from './module.ts';
export { withdrawalPath } from './paths.ts';
export { openWithdrawals } from './read-withdrawals.ts';
