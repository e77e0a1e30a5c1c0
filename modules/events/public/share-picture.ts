import { createHash } from 'node:crypto';
import { renderPicture } from '#src/documents/document.ts';
import { drawSvg } from '#src/files/pictures/draw-svg.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { themeOf } from '#src/ui/theme.ts';
import { pictureFiles } from '../pictures/save-pictures.ts';
import { drawingOf } from '../pictures/use-picture.ts';
import type { Catalog } from '../rules/catalog.ts';
import { storedPicturePattern } from '../rules/pictures.ts';
import { whiteLabelOf } from '../rules/white-label.ts';
import { dateText } from './event-page.tsx';

/** Raised when the same event shall look different. */
const layout = 2;
const ownAccent = '#1f45d6';

/** What stands in the picture; two events that say the same have the same picture. */
type ShareContent = {
  title: string;
  date: string;
  place: string;
  /** The white label's name, else the product's. */
  brand: string;
  /** `#rrggbb` */
  accent: string;
  /** Whose mark stands before the name: the product's, and nobody's beside a white label. */
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

/** Stands for everything that the picture shows. `words` are those of the event. */
export function shareHash(catalog: Catalog, i18n: Translator): string {
  const { titlePicture } = catalog.event;
  const shown = [layout, contentOf(catalog, i18n), titlePicture, drawingOf(catalog.event)];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20);
}

/** The address of the picture for this language; it changes with what the picture shows. */
export const shareAddress = (catalog: Catalog, i18n: Translator): string =>
  `/share/${catalog.event.id}-${i18n.locale}-${shareHash(catalog, i18n)}.png`;

const maxCached = 40;
const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** The picture as PNG; drawn once for what it shows. */
export function sharePictureOf(deps: Deps, catalog: Catalog, i18n: Translator): Promise<Uint8Array<ArrayBuffer>> {
  const hash = shareHash(catalog, i18n);
  const known = kept.get(hash);
  if (known) return known;
  if (kept.size >= maxCached) kept.delete(kept.keys().next().value as string);
  const made = draw(deps, catalog, i18n);
  kept.set(hash, made);
  made.catch(() => kept.delete(hash));
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
