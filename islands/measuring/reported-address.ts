/** The shop's own pages whose titles name things and never people. */
const plainTitles =
  /^\/(?:home|events|event-conditions|conditions|data-protection|imprint|accessibility|support|consent)?(?:\/|$)/;

/**
 * What others learn of an address: the event and the step, and of everything else the kind of page alone. Numbers of
 * orders and tickets, what stands for a person, and the query are left out.
 */
export function reportedPath(path: string): string {
  const [, area = '', event, step] = path.split('/');
  if (area === 'events' || area === 'event-conditions') return [`/${area}`, event, step].filter(Boolean).join('/');
  return `/${area}`;
}

/** The title as it is, or the reported path where a title may hold a name or a number of somebody's. */
export const reportedTitle = (title: string, path: string): string =>
  plainTitles.test(path) ? title : reportedPath(path);

/** Where somebody came from: of our own pages what is told of them, of others the address without its query. */
export function reportedReferrer(referrer: string, origin: string): string {
  if (referrer === '') return '';
  const { origin: from, pathname } = new URL(referrer);
  return from + (from === origin ? reportedPath(pathname) : pathname);
}
