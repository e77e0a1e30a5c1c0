import { zeroCents } from '#src/kernel/money.ts';
import { dateIn, type Instant, instant, zonedParts } from '#src/kernel/time.ts';
import { formatCents, formatWallTime, formatWhole, type Locale } from '#src/ui/format.ts';
import type { CatalogPrice } from './catalog.ts';
import type { PriceState, PriceWarning, SaleRisk } from './price-windows.ts';

/**
 * Sentences about a price list, for the server and the island. Locale texts with the placeholders `{price}`,
 * `{first}`, `{from}`, `{to}`, `{quota}`, `{places}`, `{sold}`, `{left}`, `{state}`.
 */
export const warningTexts = [
  'noPrice',
  'nothingNow',
  'nothingUntil',
  'opensLater',
  'gap',
  'overlap',
  'voucherFirst',
  'afterStart',
  'noEnd',
  'someLimited',
  'quotaAbovePlaces',
  'neverReached',
  'stopsSale',
  'stopsSaleUntil',
  'opensGap',
] as const;
type WarningText = (typeof warningTexts)[number];

type PriceTexts = {
  warnings: Readonly<Record<WarningText, string>>;
  states: Readonly<Record<PriceState, string>>;
  stock: string;
  /** `row`: a row for screen readers; `open`: an open end. */
  row: string;
  open: string;
  now: string;
  start: string;
  legend: { sold: string; waits: string; gap: string };
  title: string;
  warningsTitle: string;
  noWarnings: string;
};

export type Speech = { locale: Locale; timeZone: string; texts: PriceTexts };

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

export function momentText(at: Instant, { locale, timeZone }: Pick<Speech, 'locale' | 'timeZone'>): string {
  const { hour, minute } = zonedParts(at, timeZone);
  return formatWallTime({ date: dateIn(at, timeZone), hour, minute }, locale);
}

/** The amount; with its position where two prices are equal. */
export function priceName(prices: readonly CatalogPrice[], id: number, locale: Locale): string {
  const at = prices.findIndex((price) => price.id === id);
  const amount = formatCents(prices[at]?.price ?? zeroCents, locale);
  const isAlone = prices.filter(({ price }) => price === prices[at]?.price).length === 1;
  return isAlone ? amount : `${amount} (${at + 1})`;
}

export function sentenceOf(warning: PriceWarning | SaleRisk, prices: readonly CatalogPrice[], speech: Speech): string {
  const name = (id: number) => priceName(prices, id, speech.locale);
  const moment = (at: Instant) => momentText(at, speech);
  const say = (text: WarningText, values: Record<string, string> = {}) => fill(speech.texts.warnings[text], values);
  switch (warning.code) {
    case 'nothingNow':
      return warning.opensAt === null ? say('nothingNow') : say('nothingUntil', { from: moment(warning.opensAt) });
    case 'stopsSale':
      return warning.opensAt === null ? say('stopsSale') : say('stopsSaleUntil', { from: moment(warning.opensAt) });
    case 'opensLater':
      return say('opensLater', { from: moment(warning.opensAt) });
    case 'gap':
    case 'opensGap':
      // As typed: the end of one window and the beginning of the next.
      return say(warning.code, { from: moment(instant(warning.from - 1)), to: moment(instant(warning.to + 1)) });
    case 'overlap':
    case 'voucherFirst':
      return say(warning.code, { price: name(warning.priceId), first: name(warning.firstId) });
    case 'afterStart':
      return warning.to === null
        ? say('noEnd', { price: name(warning.priceId) })
        : say('afterStart', { price: name(warning.priceId), to: moment(warning.to) });
    case 'someLimited':
      return say('someLimited', { price: warning.openIds.map(name).join(', ') });
    case 'quotaAbovePlaces':
      return say('quotaAbovePlaces', {
        price: name(warning.priceId),
        quota: formatWhole(warning.quota, speech.locale),
        places: formatWhole(warning.places, speech.locale),
      });
    case 'neverReached':
      return say('neverReached', { price: name(warning.priceId) });
    default:
      return say('noPrice');
  }
}
