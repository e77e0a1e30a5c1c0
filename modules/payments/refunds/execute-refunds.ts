import type { Deps } from '#src/runtime/deps.ts';
import { describeError } from '#src/runtime/log.ts';
import type { RefundRow } from '../money-of-order.ts';
import { providerOf } from '../saferpay/provider-of.ts';
import { executeRefund } from './execute-refund.ts';
import { refundsByReference } from './refund-orders.ts';

/** Refunds started while the caller waits; the job does the rest. */
const maxAtOnce = 20;
const together = 4;

export async function executeRefunds(deps: Deps, references: readonly string[]): Promise<RefundRow[]> {
  const opened = await refundsByReference(deps.read, references);
  const waiting = opened.filter(({ way, status }) => way === 'provider' && status === 'pending').map(({ id }) => id);
  await executeEach(deps, waiting.slice(0, maxAtOnce));
  if (waiting.length > 0) deps.runNow('refunds');
  return refundsByReference(deps.read, references);
}

/** A failure does not stop the others; the job retries it. */
export async function executeEach(deps: Deps, refundIds: readonly number[]): Promise<void> {
  const provider = providerOf(deps);
  if (!provider) return;
  const executing = { write: deps.write, provider, prefix: deps.config.paymentReferencePrefix };
  const waiting = [...refundIds];
  const run = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await executeRefund(executing, id).catch((error: unknown) =>
        deps.log.error('a refund could not be executed', { refundId: id, ...describeError(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: together }, run));
}
