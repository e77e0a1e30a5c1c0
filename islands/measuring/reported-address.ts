/** Pages whose titles never name people. */
const plainTitles =
  /^\/(?:home|events|event-conditions|conditions|data-protection|imprint|accessibility|support|consent)?(?:\/|$)/;

/** Reported part of an address: event and step, otherwise only the kind of page. Omits ids, tokens and the query. */
export function reportedPath(path: string): string {
  const [, area = '', event, step] = path.split('/');
  if (area === 'events' || area === 'event-conditions') return [`/${area}`, event, step].filter(Boolean).join('/');
  return `/${area}`;
}

/** The title, or the reported path if the title may contain personal data. */
export const reportedTitle = (title: string, path: string): string =>
  plainTitles.test(path) ? title : reportedPath(path);

export function reportedReferrer(referrer: string, origin: string): string {
  if (referrer === '') return '';
  const { origin: from, pathname } = new URL(referrer);
  return from + (from === origin ? reportedPath(pathname) : pathname);
}
