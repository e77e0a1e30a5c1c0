import type { Clock } from '#src/kernel/time.ts';
import type { Keep } from './books.ts';
import { simulatedEvent, testTimingEvent, testTimingPath } from './setup.ts';
import { makeRaceResultSimulator, type RaceResultSimulator } from './simulator.ts';

const contests = [1, 2, 3, 4, 5, 6].map((id) => ({
  id,
  name: `Bewerb ${id}`,
  from: id * 1000 + 1,
  to: id * 1000 + 999,
}));

export type MountedTiming = {
  /** The inspection page; null: another address. */
  answer(request: Request): Promise<Response> | null;
  /** In-process calls of the server; null: another address. */
  ask(url: string, init?: RequestInit): Promise<Response> | null;
  simulator: RaceResultSimulator;
};

/**
 * The timing system of demo mode. Only its page is public, because its commands could send data to the shop. It calls only the
 * shop, by `ownFetch`.
 */
export function mountTiming(
  publicUrl: string,
  clock: Clock,
  ownFetch: (request: Request) => Promise<Response> | Response,
  keep: Keep,
): MountedTiming {
  const baseUrl = `${publicUrl}${testTimingPath}`;
  const simulator = makeRaceResultSimulator({
    baseUrl,
    clock,
    events: [{ ...simulatedEvent(testTimingEvent, contests), finishes: true }],
    control: false,
    keep,
    async fetch(url, init) {
      if (!url.startsWith(`${publicUrl}/`)) throw new TypeError('not an address of the shop');
      return ownFetch(new Request(url, init));
    },
  });
  const pages = `${testTimingPath}/_sim/`;
  return {
    simulator,
    ask: (url, init) => (url.startsWith(`${baseUrl}/`) ? simulator.fetch(new Request(url, init)) : null),
    answer: (request) =>
      request.url.includes(pages) && new URL(request.url).pathname.startsWith(pages) ? simulator.fetch(request) : null,
  };
}
