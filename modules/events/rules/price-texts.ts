import { zeroCents } from '#src/kernel/money.ts';
import { dateIn, type Instant, instant, zonedParts } from '#src/kernel/time.ts';
import { formatCents, formatWallTime, formatWhole, type Locale } from '#src/ui/format.ts';
import type { CatalogPrice } from './catalog.ts';
import type { PriceState, PriceWarning, SaleRisk } from './price-windows.ts';

/**
 * The sentences about a price list, for the server and for the island that redraws while one types. Texts come from the
 * locales with their places still open: `{price}`, `{first}`, `{from}`, `{to}`, `{quota}`, `{places}`, `{sold}`, `{left}`, `{state}`.
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
  /** What is sold and left of a price. */
  stock: string;
  /** A row of the drawing for those who do not see it, and what an end is called that there is not. */
  row: string;
  open: string;
  now: string;
  start: string;
  /** Legend of the drawing. */
  legend: { sold: string; waits: string; gap: string };
  title: string;
  /** Above the warnings; and instead of them. */
  warningsTitle: string;
  noWarnings: string;
};

/** A language and a zone in which moments are said. */
export type Speech = { locale: Locale; timeZone: string; texts: PriceTexts };

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);

export function momentText(at: Instant, { locale, timeZone }: Pick<Speech, 'locale' | 'timeZone'>): string {
  const { hour, minute } = zonedParts(at, timeZone);
  return formatWallTime({ date: dateIn(at, timeZone), hour, minute }, locale);
}

/** A price is called by its amount; where two cost the same, by their place too. */
export function priceName(prices: readonly CatalogPrice[], id: number, locale: Locale): string {
  const at = prices.findIndex((price) => price.id === id);
  const amount = formatCents(prices[at]?.price ?? zeroCents, locale);
  const isAlone = prices.filter(({ price }) => price === prices[at]?.price).length === 1;
  return isAlone ? amount : `${amount} (${at + 1})`;
}

/** A warning, or what a change would risk, as a sentence. */
export function sentenceOf(said: PriceWarning | SaleRisk, prices: readonly CatalogPrice[], speech: Speech): string {
  const name = (id: number) => priceName(prices, id, speech.locale);
  const moment = (at: Instant) => momentText(at, speech);
  const say = (text: WarningText, values: Record<string, string> = {}) => fill(speech.texts.warnings[text], values);
  switch (said.code) {
    case 'nothingNow':
      return said.opensAt === null ? say('nothingNow') : say('nothingUntil', { from: moment(said.opensAt) });
    case 'stopsSale':
      return said.opensAt === null ? say('stopsSale') : say('stopsSaleUntil', { from: moment(said.opensAt) });
    case 'opensLater':
      return say('opensLater', { from: moment(said.opensAt) });
    case 'gap':
    case 'opensGap':
      // Both ends as they were typed: the end of one window and the beginning of the next.
      return say(said.code, { from: moment(instant(said.from - 1)), to: moment(instant(said.to + 1)) });
    case 'overlap':
    case 'voucherFirst':
      return say(said.code, { price: name(said.priceId), first: name(said.firstId) });
    case 'afterStart':
      return said.to === null
        ? say('noEnd', { price: name(said.priceId) })
        : say('afterStart', { price: name(said.priceId), to: moment(said.to) });
    case 'someLimited':
      return say('someLimited', { price: said.openIds.map(name).join(', ') });
    case 'quotaAbovePlaces':
      return say('quotaAbovePlaces', {
        price: name(said.priceId),
        quota: formatWhole(said.quota, speech.locale),
        places: formatWhole(said.places, speech.locale),
      });
    case 'neverReached':
      return say('neverReached', { price: name(said.priceId) });
    default:
      return say('noPrice');
  }
}
