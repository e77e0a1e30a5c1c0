import type { SaferpayConfig } from '#src/config/config.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { DoctorCheck } from '#src/runtime/module.ts';
import { newRequestId } from './transport.ts';

export const paymentProviderCheck = (deps: Pick<Deps, 'config' | 'fetch'>): DoctorCheck => ({
  name: 'payment provider',
  run: async () => (deps.config.saferpay ? askForTerminal(deps, deps.config.saferpay) : 'card payment is off'),
});

/** Management call that verifies user, password, customer and terminal at once. */
async function askForTerminal({ fetch }: Pick<Deps, 'fetch'>, saferpay: SaferpayConfig): Promise<string> {
  const { url, customerId, terminalId, user, password } = saferpay;
  const answer = await fetch(`${url}/rest/customers/${customerId}/terminals/${terminalId}`, {
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
      'saferpay-apiversion': '1.33',
      'saferpay-requestid': newRequestId(),
    },
    signal: AbortSignal.timeout(10_000),
  });
  const { host } = new URL(url);
  if (answer.status === 401)
    throw new Error(`${host} does not know SAFERPAY_USER with this password: set both as the backoffice has them`);
  if (answer.status === 403 || answer.status === 404) {
    throw new Error(
      `${host} has no such SAFERPAY_TERMINAL_ID for SAFERPAY_CUSTOMER_ID: set both as the backoffice has them`,
    );
  }
  if (!answer.ok) throw new Error(`${host} answers with ${answer.status}: look at SAFERPAY_URL, or try again later`);
  return `${host} answers for terminal ${terminalId}`;
}
