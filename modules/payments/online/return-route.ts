import { followToken } from '#modules/orders/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import { page, type Route } from '#src/web/http.ts';
import { paymentFailPath, paymentSuccessPath } from '../paths.ts';
import { attemptBySecret } from './attempts.ts';
import { freeAsks, mayAskFrom } from './payment-status.ts';
import { settleAttempt } from './settle-attempt.ts';

/** The payer waits no longer than this for the provider's answer; the page they get to says what is known by then. */
const patienceMs = 12_000;

/**
 * Where the provider sends the payer back to, whatever happened there. The secret in the address names the try, so that it
 * works in another browser too; it shows nothing of the order but the token by which status and price are asked for.
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
