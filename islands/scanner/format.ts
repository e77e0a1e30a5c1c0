type Locale = 'de' | 'en-us';

const tagOf = (locale: Locale): string => (locale === 'de' ? 'de-DE' : 'en-US');

export const clockText = (at: number, locale: Locale): string =>
  new Date(at).toLocaleTimeString(tagOf(locale), {
    hour: locale === 'de' ? '2-digit' : 'numeric',
    minute: '2-digit',
  });

export const dayText = (at: number, locale: Locale): string =>
  new Date(at).toLocaleString(tagOf(locale), { dateStyle: 'medium', timeStyle: 'short' });

export const sinceText = (at: number, now: number, locale: Locale): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? clockText(at, locale) : dayText(at, locale);

export const moneyText = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(tagOf(locale), { style: 'currency', currency: 'EUR' }).format(cents / 100);

export const articleText = (article: { name: string; variantName: string; quantity: number }): string =>
  `${article.quantity > 1 ? `${article.quantity} × ` : ''}${article.name} ${article.variantName}`.trim();
