import { onTestFinished } from 'vitest';
import { type ServedSimulator, serveSimulator, simulatedLogin } from '#dev/saferpay-simulator/serve.ts';
import type { SimulatorOptions } from '#dev/saferpay-simulator/simulator.ts';
import { type TestShop, testShop } from './shop.ts';

export type ShopWithProvider = { shop: TestShop; provider: ServedSimulator };

/** The settings of a shop whose payment provider is the simulator at that address. */
export const saferpaySettings = (url: string): Record<string, string> => ({
  SAFERPAY_URL: `${url}/api`,
  SAFERPAY_CUSTOMER_ID: simulatedLogin.customerId,
  SAFERPAY_TERMINAL_ID: simulatedLogin.terminalId,
  SAFERPAY_USER: simulatedLogin.user,
  SAFERPAY_PASSWORD: simulatedLogin.password,
});

/**
 * A shop and, on a port of its own, the provider, which live by the same clock. The shop asks over HTTP; the provider's
 * notifications reach the shop without a socket, as it has none.
 */
export async function shopWithProvider(
  options: {
    env?: Record<string, string>;
    simulator?: Partial<SimulatorOptions>;
    /** How long the shop waits for an answer, and its pauses before another try. */
    timeoutMs?: number;
    pausesMs?: readonly number[];
    /** How the shop is opened; by default alone, with a database of its own. */
    open?: (env: Record<string, string>) => Promise<TestShop>;
  } = {},
): Promise<ShopWithProvider> {
  let shop: TestShop | null = null;
  const provider = await serveSimulator({
    clock: () => (shop as TestShop).clock(),
    fetch: async (url, init) => (shop as TestShop).shop.fetch(new Request(url, init)),
    notifyDelays: [0, 1, 1],
    ...options.simulator,
  });
  onTestFinished(() => provider.close());
  const { open = (env) => testShop({ env }) } = options;
  shop = await open({ LIMIT_FACTOR: '0', ...saferpaySettings(provider.url), ...options.env });
  const { saferpay } = shop.deps.config;
  if (saferpay) Object.assign(saferpay, { timeoutMs: options.timeoutMs ?? 5000, pausesMs: options.pausesMs ?? [1, 2] });
  return { shop, provider };
}

/** The token of the page that a payer was sent to. */
export const tokenIn = (redirectUrl: string): string => new URL(redirectUrl).pathname.split('/').pop() ?? '';
