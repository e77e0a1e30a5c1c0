import type { ReactElement, ReactNode } from 'react';
import { isLocale, type Locale } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import { themeAddress } from '#src/ui/theme.ts';

export type HeadProps = {
  /** Management or scanner. */
  isWork?: boolean;
  /** Precedes the site's name; without it the title is the site's name. */
  title?: string;
  description?: string;
  /** Social picture: an absolute path on this site, 1200 × 630, and its alt text. */
  image?: { address: string; alt: string };
  noIndex?: boolean;
  /** The canonical path. */
  ownPath?: string;
  /** The page has an address per language. */
  inBothLanguages?: boolean;
  /** Further tags, such as JSON-LD. */
  tags?: ReactNode;
};

const ogLocales: Record<Locale, string> = { de: 'de_AT', 'en-us': 'en_US' };

/** The `<head>` element. */
export function Head({
  title,
  description,
  image,
  noIndex,
  ownPath,
  inBothLanguages,
  isWork,
  tags,
}: HeadProps): ReactElement {
  const { i18n, assets, path, origin, whiteLabel, csrfToken, frame } = usePage();
  const { css, workCss, files, analytics } = assets.manifest;
  const site = whiteLabel?.name ?? i18n.t('ui.product.name');
  const fullTitle = title ? i18n.t('ui.page.title', { page: title, site }) : site;
  const summary = description ?? i18n.t('ui.product.claim');
  const address = new URL(path, origin);
  const place = `${origin}${ownPath ?? address.pathname}`;
  const asked = address.searchParams.get('lang');
  const canonical = inBothLanguages && isLocale(asked) ? `${place}?lang=${asked}` : place;
  const theme = whiteLabel ? themeAddress(whiteLabel.accent) : null;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      {inBothLanguages && !noIndex
        ? alternatesOf(place).map(({ language, address }) => (
            <link key={language} rel="alternate" hrefLang={language} href={address} />
          ))
        : null}
      <meta name="color-scheme" content="light dark" />
      {csrfToken ? <meta name="csrf-token" content={csrfToken} /> : null}
      {/* The font is not loaded ahead: on a thin line it would hold up the style sheet, and the system's stands in at its size. */}
      <link rel="stylesheet" href={css} />
      {isWork && workCss ? <link rel="stylesheet" href={workCss} /> : null}
      {theme ? <link rel="stylesheet" href={theme} /> : null}
      <link rel="icon" href={files['icons/favicon.svg']} type="image/svg+xml" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title ?? site} />
      <meta property="og:description" content={summary} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={ogLocales[i18n.locale]} />
      {inBothLanguages ? (
        <meta property="og:locale:alternate" content={ogLocales[i18n.locale === 'de' ? 'en-us' : 'de']} />
      ) : null}
      {image ? (
        <>
          <meta property="og:image" content={`${origin}${image.address}`} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : null}
      {frame && analytics && frame.measurementIds.length + frame.pixels.length > 0 ? (
        <>
          {frame.measurementIds.length > 0 ? <meta name="analytics" content={frame.measurementIds.join(' ')} /> : null}
          {frame.pixels.length > 0 ? <meta name="pixels" content={frame.pixels.join(' ')} /> : null}
          <script type="module" src={analytics} async />
        </>
      ) : null}
      {tags}
    </head>
  );
}

/** Addresses of a page per language for search engines; `x-default` negotiates. */
export const alternatesOf = (address: string): { language: 'de' | 'en' | 'x-default'; address: string }[] => [
  { language: 'de', address: `${address}?lang=de` },
  { language: 'en', address: `${address}?lang=en-us` },
  { language: 'x-default', address },
];
