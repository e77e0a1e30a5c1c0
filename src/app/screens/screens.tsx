import { searchPages } from '#modules/orders/index.ts';
import { days, plus, toIso } from '#src/kernel/time.ts';
import { type PageRoute, page, type Route } from '#src/web/http.ts';
import { accountDataRoutes } from './account-data.tsx';
import { apiDocs } from './api-docs.tsx';
import { consentPages } from './consent-page.tsx';
import { featurePages } from './features/pages.tsx';
import { mailQueuePages } from './mail-queue/pages.tsx';
import { mailboxRoutes } from './mailbox.tsx';
import { overviewPages } from './overview/routes.tsx';
import { findPlaces } from './places.ts';
import { textPages } from './text-pages.tsx';

/** Personal and intermediate pages, which robots should not index. */
const closedToRobots = [
  '/admin',
  '/api/',
  '/auth',
  '/consent',
  '/dev/',
  '/enter-code',
  '/my',
  '/order',
  '/scan',
  '/settings',
];

const forMachines: readonly PageRoute[] = [
  page({ method: 'get', path: '/robots.txt', may: 'site.read' }, async ({ context, deps }) => {
    const closed = closedToRobots.map((path) => `Disallow: ${path}`);
    const lines = ['User-agent: *', ...closed, '', `Sitemap: ${deps.config.publicUrl}/sitemap.xml`, ''];
    return context.text(lines.join('\n'), 200, { 'cache-control': 'public, max-age=86400' });
  }),
  // Contact for security reports (RFC 9116, which wants an end less than a year away); see SECURITY.md.
  page({ method: 'get', path: '/.well-known/security.txt', may: 'site.read' }, async ({ deps, now }) => {
    const { contactEmail, publicUrl } = deps.config;
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${toIso(plus(now, days(90)))}`,
      'Preferred-Languages: de, en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ];
    return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  }),
  // For clients that ask for the default name; pages link their icon.
  page({ method: 'get', path: '/favicon.ico', may: 'site.read' }, async ({ deps, context }) => {
    const icon = await deps.assets.read(deps.assets.manifest.files['icons/favicon.svg'] ?? '');
    if (!icon) return context.notFound() as Response;
    const headers = { 'content-type': icon.type, etag: icon.etag, 'cache-control': 'public, max-age=86400' };
    return new Response(icon.body.plain, { headers });
  }),
];

/** Pages that belong to no module or to several. */
export const screens: readonly Route[] = [
  ...overviewPages,
  ...featurePages,
  ...searchPages(findPlaces),
  ...textPages,
  ...consentPages,
  ...accountDataRoutes,
  ...mailboxRoutes,
  ...mailQueuePages,
  apiDocs,
  ...forMachines,
];
