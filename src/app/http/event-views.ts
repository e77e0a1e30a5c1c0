import type { View } from '#modules/events/index.ts';
import { remembered } from '#src/kernel/remembered.ts';

/** What the address of an event's page says which it is; empty for every other address. */
const eventIn = remembered((url) => /^https?:\/\/[^/]+\/events\/([^/?#]{1,100})(?:[?#]|$)/.exec(url)?.[1] ?? '');

/**
 * Notes that somebody looks at the page of an event. It happens with every page, those of the cache too, so nothing is
 * asked that is not needed. A browser that fetches a page beforehand says so.
 */
export function noteEventPage(views: { note(view: View): void }, request: Request, address: () => string): void {
  if (request.method !== 'GET' || !request.url.includes('/events/')) return;
  const userAgent = request.headers.get('user-agent');
  // Nobody who keeps that back is counted.
  if (!userAgent) return;
  const event = eventIn(request.url);
  const purpose = request.headers.get('sec-purpose');
  if (event === '' || (purpose !== null && /prefetch|prerender/.test(purpose))) return;
  views.note({ event, clientAddress: address(), userAgent: userAgent.slice(0, 300) });
}
