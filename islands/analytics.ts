import { reportedPath, reportedReferrer, reportedTitle } from './measuring/reported-address.ts';

/**
 * Tells of the visit. Google stands only on pages whose visitor accepted the category `ga`, and Facebook where they
 * accepted `marketing`; before that nothing of either is loaded. The address is told without its query
 * and without what stands for an order or a person. Every step of a booking is a page of its own, so each is told.
 */
type Command = (...words: unknown[]) => void;
declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const codesIn = (name: string): string[] =>
  document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ').filter(Boolean) ?? [];
const measurementIds = codesIn('analytics');
window.dataLayer ??= [];
const layer = window.dataLayer;

/** Google reads the `arguments` object itself; an array would be something else to it. */
const gtag: Command = function () {
  // biome-ignore lint/complexity/noArguments: see above.
  layer.push(arguments);
};

const screen = reportedPath(location.pathname);
const told = {
  page_location: location.origin + screen,
  page_title: reportedTitle(document.title, location.pathname),
  page_referrer: reportedReferrer(document.referrer, location.origin),
};

/** Each id counts the visit; the shop's own comes first. */
function tellGoogle(ids: readonly string[]): void {
  gtag('consent', 'default', {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
    functionality_storage: 'denied',
    personalization_storage: 'denied',
    security_storage: 'granted',
  });
  gtag('consent', 'update', { analytics_storage: 'granted' });
  gtag('set', 'ads_data_redaction', true);
  // For all that Google tells by itself later (scrolling, links), which would name the whole address.
  gtag('set', told);
  gtag('js', new Date());
  for (const id of ids)
    gtag('config', id, {
      anonymize_ip: true,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      send_page_view: false,
      // Of this host alone, so that the shop itself can take them away again.
      cookie_domain: 'none',
      cookie_expires: 31_536_000,
      cookie_flags: location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax',
    });
  gtag('event', 'page_view', { ...told, page_path: screen });
  gtag('event', 'screen_view', { app_name: 'Startblock', screen_name: screen });

  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(ids[0] ?? '')}`;
  document.head.append(script);
}

/**
 * By a picture, which Facebook offers for pages without scripts: theirs would read the whole address and watch buttons
 * and forms.
 */
function tellFacebook(pixel: string): void {
  const query = new URLSearchParams({
    id: pixel,
    ev: 'PageView',
    dl: told.page_location,
    rl: told.page_referrer,
    noscript: '1',
  });
  new Image().src = `https://www.facebook.com/tr?${query}`;
}

if (measurementIds.length > 0) tellGoogle(measurementIds);
for (const pixel of codesIn('pixels')) tellFacebook(pixel);
