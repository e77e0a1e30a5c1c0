import type { Deps } from '#src/platform/deps.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import { refundOpened } from '../rules/facts.ts';

export const refundHandlers = (deps: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  onFact(refundOpened, 'payments.execute-refund', async () => deps.runNow('refunds')),
];
