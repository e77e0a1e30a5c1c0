import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refundOpened } from '../rules/facts.ts';

export const refundHandlers = (deps: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  onFact(refundOpened, 'payments.execute-refund', async () => deps.runNow('refunds')),
];
