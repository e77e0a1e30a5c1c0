import type { Deps } from '#src/runtime/deps.ts';
import { makeSaferpay } from './client.ts';
import type { Provider } from './provider.ts';

const made = new WeakMap<object, Provider>();

export function providerOf({ config, fetch, log }: Pick<Deps, 'config' | 'fetch' | 'log'>): Provider | null {
  if (!config.saferpay) return null;
  const known = made.get(config);
  if (known) return known;
  const provider = makeSaferpay({ config: config.saferpay, fetch, log });
  made.set(config, provider);
  return provider;
}
