/**
 * Counts the visit. Stands only on pages whose visitor accepted the category `ga`; before that nothing of Google is
 * loaded. The address is told without its query, which may name people.
 */
type Command = (...words: unknown[]) => void;
declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const measurementId = document.querySelector<HTMLMetaElement>('meta[name=analytics]')?.content ?? '';
window.dataLayer ??= [];
const layer = window.dataLayer;

/** Google reads the `arguments` object itself; an array would be something else to it. */
const gtag: Command = function () {
  // biome-ignore lint/complexity/noArguments: see above.
  layer.push(arguments);
};

const withoutQuery = (address: string): string => address.split(/[?#]/)[0] ?? '';

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
gtag('js', new Date());
gtag('config', measurementId, {
  anonymize_ip: true,
  allow_google_signals: false,
  allow_ad_personalization_signals: false,
  send_page_view: false,
  // Of this host alone, so that the shop itself can take them away again.
  cookie_domain: 'none',
  cookie_expires: 31_536_000,
  cookie_flags: location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax',
});
const screen = location.pathname;
gtag('event', 'page_view', {
  page_location: withoutQuery(location.href),
  page_path: screen,
  page_title: document.title,
  page_referrer: withoutQuery(document.referrer),
});
gtag('event', 'screen_view', { app_name: 'Startblock', screen_name: screen });

const script = document.createElement('script');
script.async = true;
script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
document.head.append(script);

export {};
