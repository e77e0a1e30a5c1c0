import { reportedPath, reportedReferrer, reportedTitle } from './measuring/reported-address.ts';

/** Page views, only with consent: `ga` for Google, `marketing` for Facebook. Loads none of their scripts before. */
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

/** Google reads the `arguments` object, not an array. */
const gtag: Command = function () {
  // biome-ignore lint/complexity/noArguments: see above.
  layer.push(arguments);
};

const screen = reportedPath(location.pathname);
const pageFields = {
  page_location: location.origin + screen,
  page_title: reportedTitle(document.title, location.pathname),
  page_referrer: reportedReferrer(document.referrer, location.origin),
};

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
  // Also for automatic events (scrolling, links), which would otherwise report the full address.
  gtag('set', pageFields);
  gtag('js', new Date());
  for (const id of ids)
    gtag('config', id, {
      anonymize_ip: true,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      send_page_view: false,
      cookie_domain: 'none',
      cookie_expires: 31_536_000,
      cookie_flags: location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax',
    });
  gtag('event', 'page_view', { ...pageFields, page_path: screen });
  gtag('event', 'screen_view', { app_name: 'Startblock', screen_name: screen });

  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(ids[0] ?? '')}`;
  document.head.append(script);
}

/** Facebook's pixel image: its script would read the full address and watch buttons and forms. */
function tellFacebook(pixel: string): void {
  const query = new URLSearchParams({
    id: pixel,
    ev: 'PageView',
    dl: pageFields.page_location,
    rl: pageFields.page_referrer,
    noscript: '1',
  });
  new Image().src = `https://www.facebook.com/tr?${query}`;
}

if (measurementIds.length > 0) tellGoogle(measurementIds);
for (const pixel of codesIn('pixels')) tellFacebook(pixel);
