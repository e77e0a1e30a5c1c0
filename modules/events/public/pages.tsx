import { create as contentDisposition } from 'content-disposition';
import { and, asc, count, eq, inArray, max, notInArray, type SQL } from 'drizzle-orm';
import type { ReactElement } from 'react';
import { organizersWithHost, originUnder } from '#modules/organizers/index.ts';
import { mayTouch } from '#src/access/permissions.ts';
import type { Reader } from '#src/data/database.ts';
import { calendarFile, calendarType } from '#src/documents/ics.ts';
import { type Instant, instant, toIso } from '#src/kernel/time.ts';
import { plainText } from '#src/ui/markdown.tsx';
import { paths } from '#src/ui/paths.ts';
import { alternatesOf } from '#src/web/document.tsx';
import { type PageCall, page } from '#src/web/http.ts';
import { saleFor } from '../place-holds.ts';
import { catalogOf, eventIdOf, publicCatalog } from '../read-catalog.ts';
import { contentOf } from '../read-content.ts';
import type { Catalog } from '../rules/catalog.ts';
import { measuringOf } from '../rules/measuring.ts';
import { uploadedAddress } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { isPublic } from '../rules/sale.ts';
import { organizationData, structuredData } from '../rules/structured-data.ts';
import { hostNameOfEvent, whiteLabelOf } from '../rules/white-label.ts';
import { eventOrganizers, events } from '../schema.ts';
import { eventAudits } from '../schema-audits.ts';
import { wordsOf } from '../words.ts';
import { ConditionsPage, dateText, EventPage } from './event-page.tsx';
import { findEvents, isListed } from './find-events.ts';
import { HomePage } from './home-page.tsx';
import { shareAddress, sharePages } from './share-picture.ts';

/** `SEQUENCE` grows with the event's history, so that a new download replaces the old entry. */
async function showCalendar({ deps, params, now }: PageCall<'site.read', 'event'>): Promise<Response> {
  const { event } = await publicCatalog(deps.read, params.event);
  const [history] = await deps.read
    .select({ changes: count(), changedAt: max(eventAudits.createdAt) })
    .from(eventAudits)
    .where(eq(eventAudits.eventId, event.id));
  const file = calendarFile({
    productId: '-//Startblock//Events//EN',
    now,
    entries: [
      {
        uid: `event-${event.id}@${new URL(deps.config.publicUrl).hostname}`,
        sequence: history?.changes ?? 0,
        status: event.canceled ? 'canceled' : 'confirmed',
        timeZone: event.timeZone,
        start: event.startTimestamp,
        end: event.endTimestamp,
        summary: event.title,
        location: event.location,
        url: `${deps.config.publicUrl}/events/${event.id}`,
        ...(history?.changedAt ? { changedAt: instant(history.changedAt) } : {}),
      },
    ],
  });
  return new Response(file, {
    headers: {
      'content-type': calendarType,
      'content-disposition': contentDisposition(`event-${event.id}.ics`),
    },
  });
}

const calendarPages = [
  page({ method: 'get', path: '/events/{event}/calendar.ics', may: 'site.read', shared: true }, showCalendar),
];

// A library is not worth it for three elements an address.

type Place = { path: string; changedAt: Instant | null };

/** They change with a release. */
const ownPages: readonly Place[] = [
  paths.home,
  paths.support,
  paths.terms,
  paths.privacy,
  paths.imprint,
  paths.accessibility,
].map((path) => ({ path, changedAt: null }));

/** Limit of search engines per file; an event has two pages with three addresses each. */
const maxEvents = 8000;

const ofMain = (reader: Reader, condition: SQL) =>
  reader
    .select({ id: eventOrganizers.eventId })
    .from(eventOrganizers)
    .where(and(eq(eventOrganizers.isMain, true), condition));
/** Events whose main organizer has no host name of its own. */
const isOfNoSite = (reader: Reader) =>
  notInArray(events.id, ofMain(reader, inArray(eventOrganizers.organizerId, organizersWithHost(reader))));
const isMainOf = (reader: Reader, organizerId: number) =>
  inArray(events.id, ofMain(reader, eq(eventOrganizers.organizerId, organizerId)));

/** Public events with their last change; sales do not count as change. */
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

const sitemapPages = [
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

/** A data block, which the content security policy allows. `<` is escaped, since it could end the block. */
function DataBlock({ data }: { data: object }): ReactElement {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

async function showHome(call: PageCall<'site.read'>): Promise<Response> {
  const { deps, query, i18n, now, context } = call;
  const { site } = context.var;
  const home = site?.origin ?? deps.config.publicUrl;
  const logo = deps.assets.manifest.files['icons/logo.svg'] ?? '';
  const text = (name: string) => (query.get(name) ?? '').slice(0, 100);
  const filter = { q: text('q'), month: text('month'), kind: text('kind'), place: text('place') };
  const view = await findEvents(deps.read, filter, Number.parseInt(text('page'), 10) || 1, now, site?.organizerId);
  const name = site?.label.name ?? i18n.t('ui.product.name');
  return call.render(<HomePage view={view} i18n={i18n} now={now} site={site?.label ?? null} />, {
    title: i18n.t('events.home.pageTitle'),
    origin: home,
    description: i18n.t('events.home.lead'),
    fullWidth: true,
    ownPath: paths.home,
    inBothLanguages: true,
    tags: (
      <DataBlock data={organizationData(name, home, `${home}${uploadedAddress(site?.label.logo ?? null) ?? logo}`)} />
    ),
  });
}

/** The public sees public events, managers their own too. @throws Problem NOT_FOUND */
async function visibleCatalog({ deps, params, viewer, context }: PageCall<'site.read', 'event'>): Promise<Catalog> {
  const catalog = await catalogOf(deps.read, await eventIdOf(deps.read, params.event));
  if (!catalog) return refuse('NOT_FOUND');
  const organizerIds = catalog.organizers.map(({ id }) => id);
  const isSeen = isPublic(catalog.event) || (viewer !== null && mayTouch('event.read', viewer, { organizerIds }));
  // An organizer's host name shows only its own events.
  const { site } = context.var;
  return isSeen && (!site || organizerIds.includes(site.organizerId)) ? catalog : refuse('NOT_FOUND');
}

/** The canonical origin of an event's public pages. */
function originOf({ deps: { config } }: PageCall<'site.read', 'event'>, catalog: Catalog): string {
  const hostName = hostNameOfEvent(catalog);
  return hostName === null ? config.publicUrl : originUnder(config.publicUrl, hostName);
}

const longestAnswer = 5000;

async function showEvent(call: PageCall<'site.read', 'event'>): Promise<Response> {
  const { now } = call;
  const catalog = await visibleCatalog(call);
  const { event } = catalog;
  const content = await contentOf(call.deps.read, event);
  const i18n = wordsOf(call.i18n, catalog);
  const origin = originOf(call, catalog);
  const address = `${origin}/events/${event.id}`;
  const summary = plainText(event.description);
  const share = shareAddress(catalog, i18n);
  const uploaded = uploadedAddress(event.titlePicture);
  const data = structuredData(
    catalog,
    // Search engines read no Markdown.
    { ...content, faqs: content.faqs.map((faq) => ({ ...faq, answer: plainText(faq.answer, longestAnswer) })) },
    {
      address,
      home: origin,
      site: whiteLabelOf(catalog)?.name ?? i18n.t('ui.product.name'),
      description: summary,
      images: [...(uploaded ? [uploaded] : []), share].map((path) => `${origin}${path}`),
      pictureOf: ({ previewPicture }) => {
        const picture = uploadedAddress(previewPicture);
        return picture && `${origin}${picture}`;
      },
    },
    now,
  );
  const lists = await call.deps.publicLists(event.id);
  // Anonymous, since the page is shared by all visitors.
  const sale = await saleFor(call.deps.read, catalog, null, now);
  const queue = event.waitingRoom ? await call.deps.waitingRoomNote(catalog, i18n, now) : null;
  return call.render(<EventPage {...{ catalog: sale, content, lists, queue, i18n, now }} />, {
    title: event.title,
    description: summary || [dateText(event, i18n), event.location].filter(Boolean).join(', '),
    fullWidth: true,
    noIndex: !event.visible,
    ownPath: `/events/${event.id}`,
    origin,
    inBothLanguages: event.visible,
    whiteLabel: whiteLabelOf(catalog),
    // Previews by managers are not measured.
    ...(isPublic(event) ? { measuring: measuringOf(catalog) } : {}),
    image: {
      address: share,
      alt: i18n.t('events.share.alt', { title: event.title, date: dateText(event, i18n) }),
    },
    tags: event.visible ? <DataBlock data={data} /> : null,
  });
}

const homeParameters = ['q', 'month', 'kind', 'place', 'page'];

/** Rendered once for all visitors without a session. */
export const publicPages = [
  ...sharePages,
  ...sitemapPages,
  ...calendarPages,
  page({ method: 'get', path: '/', may: 'site.read', shared: homeParameters }, showHome),
  page({ method: 'get', path: '/home', may: 'site.read', shared: homeParameters }, showHome),
  page({ method: 'get', path: '/events/{event}', may: 'site.read', shared: true }, showEvent),
  page({ method: 'get', path: '/event-conditions/{event}', may: 'site.read', shared: true }, async (call) => {
    const catalog = await visibleCatalog(call);
    const i18n = wordsOf(call.i18n, catalog);
    return call.render(<ConditionsPage event={catalog.event} i18n={i18n} />, {
      title: i18n.t('events.conditions.pageTitle', { event: catalog.event.title }),
      noIndex: !catalog.event.visible,
      ownPath: `/event-conditions/${catalog.event.id}`,
      origin: originOf(call, catalog),
      inBothLanguages: catalog.event.visible,
      whiteLabel: whiteLabelOf(catalog),
      ...(isPublic(catalog.event) ? { measuring: measuringOf(catalog) } : {}),
    });
  }),
];
