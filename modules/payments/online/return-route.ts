import { followToken } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { page, type Route } from '#src/web/http.ts';
import { paymentFailPath, paymentSuccessPath } from '../paths.ts';
import { attemptBySecret } from './attempts.ts';
import { freeAsks, mayAskFrom } from './payment-status.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Maximum wait of the payer for the provider's response; the next page then shows what is known. */
const patienceMs = 12_000;

/**
 * Return address of the payer, for every outcome. Its secret names the attempt, so that it works in another browser. It
 * reveals only the token for status and price.
 */
const comeBack = page({ method: 'get', path: '/payment/return/{secret}', may: 'order.follow' }, async (call) => {
  const { deps, params } = call;
  const attempt = (await attemptBySecret(deps.read, params.secret ?? '')) ?? refuse('NOT_FOUND');
  const mayAsk = deps.clock() >= mayAskFrom(attempt, freeAsks);
  const status = mayAsk ? await Promise.race([settleAttempt(deps, attempt.id), afterPatience()]) : attempt.status;
  const { orderId } = attempt;
  const shown = status === 'failed' ? paymentFailPath(orderId) : paymentSuccessPath(orderId);
  return call.redirect(`${shown}?token=${followToken(deps, orderId, deps.clock())}`);
});

const afterPatience = (): Promise<'pending'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('pending'), patienceMs);
  });

export const returnRoutes: Route[] = [comeBack];
