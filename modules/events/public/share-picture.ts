import { createHash } from 'node:crypto';
import { renderPicture } from '#src/documents/document.ts';
import { drawSvg } from '#src/files/pictures/draw-svg.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { isLocale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { themeOf } from '#src/ui/theme.ts';
import { type PageCall, page } from '#src/web/http.ts';
import { pictureFiles } from '../pictures/save-pictures.ts';
import { drawingOf } from '../pictures/use-picture.ts';
import { publicCatalog } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { storedPicturePattern } from '../rules/pictures.ts';
import { refuse } from '../rules/problems.ts';
import { whiteLabelOf } from '../rules/white-label.ts';
import { wordsOf } from '../words.ts';
import { dateText } from './event-page.tsx';

/** Increase it when the layout changes. */
const layout = 2;
const ownAccent = '#1f45d6';

/** Equal content makes an equal picture. */
type ShareContent = {
  title: string;
  date: string;
  place: string;
  brand: string;
  /** `#rrggbb` */
  accent: string;
  /** Shows the product's mark; false for a white label. */
  isOwn: boolean;
};

const contentOf = (catalog: Catalog, i18n: Translator): ShareContent => {
  const { event } = catalog;
  const label = whiteLabelOf(catalog);
  return {
    title: event.title,
    date: dateText(event, i18n),
    place: event.location,
    brand: label?.name ?? i18n.t('ui.product.name'),
    accent: label?.accent ?? ownAccent,
    isOwn: label === null,
  };
};

/** A hash of everything the picture shows. `i18n` is the event's. */
function shareHash(catalog: Catalog, i18n: Translator): string {
  const { titlePicture } = catalog.event;
  const visible = [layout, contentOf(catalog, i18n), titlePicture, drawingOf(catalog.event)];
  return createHash('sha256').update(JSON.stringify(visible)).digest('hex').slice(0, 20);
}

/** Changes with the content of the picture. */
export const shareAddress = (catalog: Catalog, i18n: Translator): string =>
  `/share/${catalog.event.id}-${i18n.locale}-${shareHash(catalog, i18n)}.png`;

const maxCached = 40;
const pictureCache = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Cached by content. */
function sharePictureOf(deps: Deps, catalog: Catalog, i18n: Translator): Promise<Uint8Array<ArrayBuffer>> {
  const hash = shareHash(catalog, i18n);
  const known = pictureCache.get(hash);
  if (known) return known;
  if (pictureCache.size >= maxCached) pictureCache.delete(pictureCache.keys().next().value as string);
  const made = draw(deps, catalog, i18n);
  pictureCache.set(hash, made);
  made.catch(() => pictureCache.delete(hash));
  return made;
}

async function draw(deps: Deps, catalog: Catalog, i18n: Translator): Promise<Uint8Array<ArrayBuffer>> {
  const { title, date, place, brand, accent, isOwn } = contentOf(catalog, i18n);
  const { light } = themeOf(accent);
  const data = {
    ...{ language: i18n.htmlLang, title, author: brand, date, place, brand, 'is-own': isOwn },
    ...{ accent: light.accent, 'accent-text': light.accentText },
  };
  const pictures = { picture: await pictureOf(deps, catalog) };
  return renderPicture(deps.fonts, { template: 'modules/events/public/share.typ', data, pictures });
}

async function pictureOf(deps: Deps, { event }: Catalog): Promise<Uint8Array> {
  const { titlePicture } = event;
  if (titlePicture !== null && storedPicturePattern.test(titlePicture)) {
    const bytes = await pictureFiles(deps.files).get(titlePicture);
    if (bytes) return bytes;
  }
  const drawing = deps.assets.manifest.files[`pictures/${drawingOf(event)}.svg`];
  const asset = drawing ? await deps.assets.read(drawing) : null;
  const svg = asset ? new TextDecoder().decode(asset.body.plain) : blank;
  return drawSvg(svg, 1200);
}

const blank =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 10"><path d="M0 0h16v10H0z" fill="#f5f6f9"/></svg>';

const png = (bytes: Uint8Array<ArrayBuffer>, cacheControl: string): Response =>
  new Response(bytes, {
    headers: { 'content-type': 'image/png', 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' },
  });

/** Old addresses show the current picture with a short cache time. */
async function showNamed(call: PageCall<'site.read', 'name'>): Promise<Response> {
  const [, eventId = '', locale = '', hash] =
    /^(\d{1,15})-([a-z-]+)-([0-9a-f]{20})\.png$/.exec(call.params.name ?? '') ?? [];
  if (!isLocale(locale)) return refuse('NOT_FOUND');
  const catalog = await publicCatalog(call.deps.read, eventId);
  const i18n = wordsOf(translatorFor(locale), catalog);
  const isCurrent = shareHash(catalog, i18n) === hash;
  const bytes = await sharePictureOf(call.deps, catalog, i18n);
  return png(bytes, isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
}

export const sharePages = [
  page({ method: 'get', path: '/share/{name}', may: 'site.read' }, showNamed),
  page({ method: 'get', path: '/events/{event}/share.png', may: 'site.read' }, async (call) => {
    const catalog = await publicCatalog(call.deps.read, call.params.event);
    const i18n = wordsOf(call.i18n, catalog);
    return png(await sharePictureOf(call.deps, catalog, i18n), 'public, max-age=300');
  }),
];
