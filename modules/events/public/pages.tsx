import type { ReactElement } from 'react';
import { originUnder } from '#modules/organizers/index.ts';
import { mayTouch } from '#src/access/permissions.ts';
import { plainText } from '#src/ui/markdown.tsx';
import { paths } from '#src/ui/paths.ts';
import { type PageCall, page } from '#src/web/http.ts';
import { saleFor } from '../place-holds.ts';
import { catalogOf, eventIdOf } from '../read-catalog.ts';
import { contentOf } from '../read-content.ts';
import type { Catalog } from '../rules/catalog.ts';
import { measuringOf } from '../rules/measuring.ts';
import { uploadedAddress } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { isPublic } from '../rules/sale.ts';
import { organizationData, structuredData } from '../rules/structured-data.ts';
import { hostNameOfEvent, whiteLabelOf } from '../rules/white-label.ts';
import { wordsOf } from '../words.ts';
import { calendarPages } from './calendar.ts';
import { ConditionsPage, dateText, EventPage } from './event-page.tsx';
import { findEvents } from './find-events.ts';
import { HomePage } from './home-page.tsx';
import { sharePages } from './share-pages.ts';
import { shareAddress } from './share-picture.ts';
import { sitemapPages } from './sitemap.ts';

/** A data block, no script: the content security policy leaves it alone. `<` could end it, so it is written otherwise. */
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

/**
 * The event as the public sees it; those who manage it see it before anybody else does.
 * @throws Problem NOT_FOUND
 */
async function shownCatalog({ deps, params, viewer, context }: PageCall<'site.read', 'event'>): Promise<Catalog> {
  const catalog = await catalogOf(deps.read, await eventIdOf(deps.read, params.event));
  if (!catalog) return refuse('NOT_FOUND');
  const organizerIds = catalog.organizers.map(({ id }) => id);
  const isSeen = isPublic(catalog.event) || (viewer !== null && mayTouch('event.read', viewer, { organizerIds }));
  // On the pages of one organizer there are no others.
  const { site } = context.var;
  return isSeen && (!site || organizerIds.includes(site.organizerId)) ? catalog : refuse('NOT_FOUND');
}

/** Where the public pages of an event belong, wherever they were asked for. */
function originOf({ deps: { config } }: PageCall<'site.read', 'event'>, catalog: Catalog): string {
  const hostName = hostNameOfEvent(catalog);
  return hostName === null ? config.publicUrl : originUnder(config.publicUrl, hostName);
}

const longestAnswer = 5000;

async function showEvent(call: PageCall<'site.read', 'event'>): Promise<Response> {
  const { now } = call;
  const catalog = await shownCatalog(call);
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
  // One page for everybody, whoever holds what; search engines are told what is sold.
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
    // Whoever looks at their own preview is no visitor.
    ...(isPublic(event) ? { measuring: measuringOf(catalog) } : {}),
    image: {
      address: share,
      alt: i18n.t('events.share.alt', { title: event.title, date: dateText(event, i18n) }),
    },
    tags: event.visible ? <DataBlock data={data} /> : null,
  });
}

const homeParameters = ['q', 'month', 'kind', 'place', 'page'];

/** The pages that everyone may see. They are rendered once for all who have no session. */
export const publicPages = [
  ...sharePages,
  ...sitemapPages,
  ...calendarPages,
  page({ method: 'get', path: '/', may: 'site.read', shared: homeParameters }, showHome),
  page({ method: 'get', path: '/home', may: 'site.read', shared: homeParameters }, showHome),
  page({ method: 'get', path: '/events/{event}', may: 'site.read', shared: true }, showEvent),
  page({ method: 'get', path: '/event-conditions/{event}', may: 'site.read', shared: true }, async (call) => {
    const catalog = await shownCatalog(call);
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
