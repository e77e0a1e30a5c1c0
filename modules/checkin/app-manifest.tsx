import type { ReactElement } from 'react';
import { drawSvg } from '#src/files/pictures/draw-svg.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { page, type Route } from '#src/web/http.ts';

const manifestPath = '/scan/app.webmanifest';
const iconPath = (size: string): string => `/scan/icons/${size}`;
/** `full` has square corners, because systems cut their own shape. */
const icons = {
  '180.png': { size: 180, full: true },
  '192.png': { size: 192, full: false },
  '512.png': { size: 512, full: false },
  '512-full.png': { size: 512, full: true },
} as const;
const colour = '#1f45d6';
/** Start pages: the event list, one event, one device, or the page that opens a device. */
const starts = /^\/scan(\?event=[1-9]\d{0,14}|\/devices\/[1-9]\d{0,14}|\/open)?$/;

export const appTags = (start: string): ReactElement => (
  <>
    <link rel="manifest" href={`${manifestPath}?start=${encodeURIComponent(start)}`} />
    <link rel="apple-touch-icon" href={iconPath('180.png')} />
    <meta name="theme-color" content={colour} />
    <meta name="mobile-web-app-capable" content="yes" />
  </>
);

const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
async function drawIcon({ assets }: Deps, { size, full }: (typeof icons)[keyof typeof icons]) {
  const stored = await assets.read(present(assets.manifest.files['icons/favicon.svg'], 'the client was built'));
  const svg = new TextDecoder().decode(present(stored, 'it is there').body.plain);
  return await drawSvg(full ? svg.replace(/ rx="[^"]*"/, '') : svg, size);
}

export const appPages: Route[] = [
  page({ method: 'get', path: manifestPath, may: 'site.read' }, async ({ query, i18n, context }) => {
    const requested = query.get('start') ?? '';
    const start = starts.test(requested) ? requested : '/scan';
    return context.body(
      JSON.stringify({
        // Each device is a separate app.
        id: start,
        name: i18n.t('gate.app.name'),
        short_name: i18n.t('gate.app.shortName'),
        lang: i18n.locale,
        start_url: start,
        scope: '/scan',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: colour,
        icons: [
          { src: iconPath('192.png'), sizes: '192x192', type: 'image/png' },
          { src: iconPath('512.png'), sizes: '512x512', type: 'image/png' },
          { src: iconPath('512-full.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      }),
      200,
      { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
    );
  }),
  page({ method: 'get', path: '/scan/icons/{name}', may: 'site.read' }, async ({ deps, params, context }) => {
    const { name } = params;
    const icon = Object.hasOwn(icons, name) ? icons[name as keyof typeof icons] : refuse('NOT_FOUND');
    const cached = drawn.get(name) ?? drawIcon(deps, icon);
    drawn.set(name, cached);
    return context.body(await cached, 200, { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' });
  }),
];
