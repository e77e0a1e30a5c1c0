import { type Config, testPaymentPath } from '#src/config/config.ts';
import type { Clock } from '#src/kernel/time.ts';
import type { Log } from '#src/runtime/log.ts';
import { accountWithEverything } from './accounts.ts';
import type { Keep } from './books.ts';
import { makeSaferpaySimulator, type SaferpaySimulator } from './simulator.ts';

export type MountedSimulator = {
  /** The payer's pages; null: another address. */
  answer(request: Request): Promise<Response> | null;
  /** In-process calls of the server; null: another address. */
  ask(url: string, init?: RequestInit): Promise<Response> | null;
  /** Like `ask`, with the network for other addresses. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  simulator: SaferpaySimulator;
};

/**
 * The payment provider of demo mode, below the shop's address; null when another is configured. Only the payer's pages are
 * public: the interface answers only this process, because a client that starts payments makes the server call addresses. It calls
 * only the shop, by `ownFetch`, and has no control.
 */
export function mountSimulator(
  { publicUrl, saferpay }: Pick<Config, 'publicUrl' | 'saferpay'>,
  clock: Clock,
  ownFetch: (request: Request) => Promise<Response> | Response,
  keep?: Keep,
  log?: Log,
): MountedSimulator | null {
  const baseUrl = `${publicUrl}${testPaymentPath}`;
  if (saferpay?.url !== `${baseUrl}/api`) return null;
  const simulator = makeSaferpaySimulator({
    baseUrl,
    accounts: [accountWithEverything(saferpay)],
    clock,
    control: false,
    async fetch(url, init) {
      if (!url.startsWith(`${publicUrl}/`)) throw new TypeError('not an address of the shop');
      return ownFetch(new Request(url, init));
    },
    ...(keep ? { keep } : {}),
    ...(log ? { log } : {}),
  });
  const pages = `${new URL(baseUrl).pathname}/vt2/`;
  const ask = (url: string, init?: RequestInit): Promise<Response> | null =>
    url.startsWith(`${baseUrl}/api/`) ? simulator.fetch(new Request(url, init)) : null;
  return {
    simulator,
    ask,
    answer: (request) =>
      request.url.includes(pages) && new URL(request.url).pathname.startsWith(pages) ? simulator.fetch(request) : null,
    fetch: (url, init) => ask(url, init) ?? fetch(url, init),
  };
}
