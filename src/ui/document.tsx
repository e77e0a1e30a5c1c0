import type { ReactElement, ReactNode } from 'react';
import { usePage } from './page.tsx';
import { themeAddress } from './theme.ts';

export type HeadProps = {
  /** Stands before the name of the site; without it the page is called like the site. */
  title?: string;
  description?: string;
  /** Picture for social networks: an absolute path on this site, 1200 × 630. */
  image?: string;
  noIndex?: boolean;
  /** Tags of the page's own, such as JSON-LD. */
  tags?: ReactNode;
};

/** The `<head>`: title, description, sign for social networks, style sheets, font, icon. */
export function Head({ title, description, image, noIndex, tags }: HeadProps): ReactElement {
  const { words, assets, path, origin, whiteLabel, csrfToken, frame } = usePage();
  const { css, files, analytics } = assets.manifest;
  const site = whiteLabel?.name ?? words.t('ui.product.name');
  const fullTitle = title ? words.t('ui.page.title', { page: title, site }) : site;
  const summary = description ?? words.t('ui.product.claim');
  const canonical = `${origin}${path.split('?')[0]}`;
  const theme = whiteLabel ? themeAddress(whiteLabel.accent) : null;
  const font = files['fonts/inter-latin-wght-normal.woff2'];
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      {noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      <meta name="color-scheme" content="light dark" />
      {csrfToken ? <meta name="csrf-token" content={csrfToken} /> : null}
      {font ? <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" /> : null}
      <link rel="stylesheet" href={css} />
      {theme ? <link rel="stylesheet" href={theme} /> : null}
      <link rel="icon" href={files['icons/favicon.svg']} type="image/svg+xml" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title ?? site} />
      <meta property="og:description" content={summary} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={words.locale === 'de' ? 'de_AT' : 'en_US'} />
      {image ? <meta property="og:image" content={`${origin}${image}`} /> : null}
      {image ? <meta name="twitter:card" content="summary_large_image" /> : null}
      {frame?.measurementId && analytics ? (
        <>
          <meta name="analytics" content={frame.measurementId} />
          <script type="module" src={analytics} async />
        </>
      ) : null}
      {tags}
    </head>
  );
}
