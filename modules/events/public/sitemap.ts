// Our own: three elements an address in one template.
import { and, asc, eq, inArray, max, notInArray, type SQL } from 'drizzle-orm';
import { organizersWithHost } from '#modules/organizers/index.ts';
import type { Reader } from '#src/data/database.ts';
import { type Instant, instant, toIso } from '#src/kernel/time.ts';
import { alternatesOf } from '#src/ui/languages.ts';
import { paths } from '#src/ui/paths.ts';
import { page } from '#src/web/http.ts';
import { eventAudits, eventOrganizers, events } from '../schema.ts';
import { isListed } from './find-events.ts';

type Place = { path: string; changedAt: Instant | null };

/** The pages of the shop's own, which change with a release. */
const ownPages: readonly Place[] = [
  paths.home,
  paths.support,
  paths.terms,
  paths.privacy,
  paths.imprint,
  paths.accessibility,
].map((path) => ({ path, changedAt: null }));

/** Search engines read at most this many addresses of a file; an event has two pages with three addresses each. */
const maxEvents = 8000;

const ofMain = (reader: Reader, isMeant: SQL) =>
  reader
    .select({ id: eventOrganizers.eventId })
    .from(eventOrganizers)
    .where(and(eq(eventOrganizers.isMain, true), isMeant));
/** Their pages belong to the house: no main organizer has a host name. */
const isOfNoSite = (reader: Reader) =>
  notInArray(events.id, ofMain(reader, inArray(eventOrganizers.organizerId, organizersWithHost(reader))));
const isMainOf = (reader: Reader, organizerId: number) =>
  inArray(events.id, ofMain(reader, eq(eventOrganizers.organizerId, organizerId)));

/** Events that everyone may find, with when somebody last changed anything of them; sales are no change. */
async function placesOf(reader: Reader, now: Instant, organizerId: number | null): Promise<Place[]> {
  const rows = await reader
    .select({ id: events.id, createdAt: events.createdAt, changedAt: max(eventAudits.createdAt) })
    .from(events)
    .leftJoin(eventAudits, eq(eventAudits.eventId, events.id))
    .where(and(isListed(now), organizerId === null ? isOfNoSite(reader) : isMainOf(reader, organizerId)))
    .groupBy(events.id)
    .orderBy(asc(events.startTimestamp), asc(events.id))
    .limit(maxEvents);
  return rows.flatMap(({ id, createdAt, changedAt }) => {
    const at = instant(Math.max(createdAt, changedAt ?? 0));
    return [`/events/${id}`, `/event-conditions/${id}`].map((path) => ({ path, changedAt: at }));
  });
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function entryOf(origin: string, { path, changedAt }: Place): string {
  const address = escaped(`${origin}${path}`);
  const links = alternatesOf(address).map(
    (each) => `<xhtml:link rel="alternate" hreflang="${each.language}" href="${each.address}"/>`,
  );
  const lastmod = changedAt === null ? '' : `<lastmod>${toIso(changedAt)}</lastmod>`;
  return `<url><loc>${address}</loc>${lastmod}${links.join('')}</url>`;
}

export const sitemapPages = [
  page({ method: 'get', path: '/sitemap.xml', may: 'site.read', shared: true }, async ({ deps, now, context }) => {
    const { site } = context.var;
    const pages = site ? ownPages.filter(({ path }) => path === paths.home) : ownPages;
    const places = [...pages, ...(await placesOf(deps.read, now, site?.organizerId ?? null))];
    const entries = places.map((place) => entryOf(site?.origin ?? deps.config.publicUrl, place));
    const file = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
    return new Response(file, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
  }),
];
