type Locale = 'de' | 'en-us';

/** How a device writes moments and sums without asking the server. */
export const clockText = (at: number, locale: Locale): string =>
  new Date(at).toLocaleTimeString(locale === 'de' ? 'de-DE' : 'en-US', { hour: '2-digit', minute: '2-digit' });

export const dayText = (at: number, locale: Locale): string =>
  new Date(at).toLocaleString(locale === 'de' ? 'de-DE' : 'en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const moneyText = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'de' ? 'de-AT' : 'en-US', { style: 'currency', currency: 'EUR' }).format(
    cents / 100,
  );
