import type { View } from '#modules/events/index.ts';
import { memoize } from '#src/kernel/memoize.ts';

/** The event's key in the address of its page; empty for other addresses. */
const eventIn = memoize((url) => /^https?:\/\/[^/]+\/events\/([^/?#]{1,100})(?:[?#]|$)/.exec(url)?.[1] ?? '');

/**
 * Counts a view of an event page. Runs for cached pages too, so it must be cheap. Prefetches say so in a header and are not
 * counted.
 */
export function noteEventPage(views: { note(view: View): void }, request: Request, address: () => string): void {
  if (request.method !== 'GET' || !request.url.includes('/events/')) return;
  const userAgent = request.headers.get('user-agent');
  // Requests without a user agent are not counted.
  if (!userAgent) return;
  const event = eventIn(request.url);
  const purpose = request.headers.get('sec-purpose');
  if (event === '' || (purpose !== null && /prefetch|prerender/.test(purpose))) return;
  views.note({ event, clientAddress: address(), userAgent: userAgent.slice(0, 300) });
}
