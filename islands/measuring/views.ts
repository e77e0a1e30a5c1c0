/** Which events this browser has been counted for; the server takes it back with the consent. */
const cookie = 'viewed-events';
const most = 100;
const yearSeconds = 31_536_000;

const viewed = (): string[] =>
  new RegExp(`(?:^|;\\s*)${cookie}=([\\d.]*)`).exec(document.cookie)?.[1]?.split('.').filter(Boolean) ?? [];

/** Counts a view of the event's page, once in this browser. A count that gets lost is no loss. */
export function countView(eventId: string): void {
  const before = viewed();
  if (before.includes(eventId)) return;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const kept = [...before, eventId].slice(-most).join('.');
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not yet in all browsers.
  document.cookie = `${cookie}=${kept}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`;
  void fetch(`/api/events/${eventId}/track`, { method: 'POST', keepalive: true }).catch(() => undefined);
}
