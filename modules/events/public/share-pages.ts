import { isLocale, translatorFor } from '#src/texts/locale.ts';
import { type PageCall, page } from '#src/web/http.ts';
import { publicCatalog } from '../read-catalog.ts';
import { refuse } from '../rules/problems.ts';
import { wordsOf } from '../words.ts';
import { shareHash, sharePictureOf } from './share-picture.ts';

const png = (bytes: Uint8Array<ArrayBuffer>, cacheControl: string): Response =>
  new Response(bytes, {
    headers: { 'content-type': 'image/png', 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' },
  });

/** An old address still shows the event as it is now, but not for ever. */
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

/** The picture that social networks show beside a link to an event. */
export const sharePages = [
  page({ method: 'get', path: '/share/{name}', may: 'site.read' }, showNamed),
  page({ method: 'get', path: '/events/{event}/share.png', may: 'site.read' }, async (call) => {
    const catalog = await publicCatalog(call.deps.read, call.params.event);
    const i18n = wordsOf(call.i18n, catalog);
    return png(await sharePictureOf(call.deps, catalog, i18n), 'public, max-age=300');
  }),
];
