import type { View } from '#modules/events/index.ts';

const eventPage = /^https?:\/\/[^/]+\/events\/([^/?#]{1,100})(?:[?#]|$)/;

/**
 * Notes that somebody looks at the page of an event. It happens with every page, those of the cache too, so nothing is
 * asked that is not needed. A browser that fetches a page beforehand says so.
 */
export function noteEventPage(views: { note(view: View): void }, request: Request, address: () => string): void {
  if (request.method !== 'GET' || !request.url.includes('/events/')) return;
  const [, event] = eventPage.exec(request.url) ?? [];
  if (event === undefined || /prefetch|prerender/.test(request.headers.get('sec-purpose') ?? '')) return;
  views.note({ event, clientAddress: address(), userAgent: request.headers.get('user-agent')?.slice(0, 300) ?? '' });
}
