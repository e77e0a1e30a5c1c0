import { onTestFinished } from 'vitest';
import { type ServedSimulator, serveSimulator, simulatedLogin } from '#dev/saferpay-simulator/serve.ts';
import type { SimulatorOptions } from '#dev/saferpay-simulator/simulator.ts';
import { type TestShop, testShop } from './shop.ts';

export type ShopWithProvider = { shop: TestShop; provider: ServedSimulator };

export const saferpaySettings = (url: string): Record<string, string> => ({
  SAFERPAY_URL: `${url}/api`,
  SAFERPAY_CUSTOMER_ID: simulatedLogin.customerId,
  SAFERPAY_TERMINAL_ID: simulatedLogin.terminalId,
  SAFERPAY_USER: simulatedLogin.user,
  SAFERPAY_PASSWORD: simulatedLogin.password,
});

/** A shop and the provider on its own port, with the same clock. Notifications reach the shop without a socket. */
export async function shopWithProvider(
  options: {
    env?: Record<string, string>;
    simulator?: Partial<SimulatorOptions>;
    timeoutMs?: number;
    pausesMs?: readonly number[];
    /** By default with its own database. */
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

export const tokenIn = (redirectUrl: string): string => new URL(redirectUrl).pathname.split('/').pop() ?? '';
