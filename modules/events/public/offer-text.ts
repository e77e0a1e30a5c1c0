import type { Translator } from '#src/texts/locale.ts';
import type { fromPrice, Offer } from '../rules/offer.ts';

/** What a competition costs now and next, in a line. */
export function offerText(offer: Offer, words: Translator): string {
  if (offer.kind === 'none') return words.t(`events.price.${offer.why}`);
  const price = offer.price === 0 ? words.t('events.price.free') : words.money(offer.price);
  if (offer.kind === 'opens') return words.t('events.price.opens', { price, from: words.dateTime(offer.from) });
  const until = offer.until === null ? null : words.date(offer.until);
  const next = offer.next === null ? null : words.money(offer.next);
  if (until !== null && next !== null) return words.t('events.price.untilThen', { price, until, next });
  if (until !== null) return words.t('events.price.until', { price, until });
  return next === null ? price : words.t('events.price.then', { price, next });
}

/** What it costs to take part at all: one price, the lowest of several, or nothing. */
export function fromPriceText(
  { lowest, isTheOnly }: NonNullable<ReturnType<typeof fromPrice>>,
  words: Translator,
): string {
  if (lowest === 0) return words.t(isTheOnly ? 'events.price.free' : 'events.price.partlyFree');
  return isTheOnly ? words.money(lowest) : words.t('events.price.from', { price: words.money(lowest) });
}
