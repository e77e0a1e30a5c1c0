import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import type { fromPrice, Offer } from '../rules/offer.ts';
import type { SaleState } from '../rules/sale.ts';

export function offerText(offer: Offer, i18n: Translator): string {
  if (offer.kind === 'none') return i18n.t(`events.price.${offer.why}`);
  const price = offer.price === 0 ? i18n.t('events.price.free') : i18n.money(offer.price);
  if (offer.kind === 'opens') return i18n.t('events.price.opens', { price, from: i18n.dateTime(offer.from) });
  const until = offer.until === null ? null : i18n.date(offer.until);
  const next = offer.next === null ? null : i18n.money(offer.next);
  if (until !== null && next !== null) return i18n.t('events.price.untilThen', { price, until, next });
  if (until !== null) return i18n.t('events.price.until', { price, until });
  return next === null ? price : i18n.t('events.price.then', { price, next });
}

/** The one price, the lowest of several, or free. */
export function fromPriceText(
  { lowest, isTheOnly }: NonNullable<ReturnType<typeof fromPrice>>,
  i18n: Translator,
): string {
  if (lowest === 0) return i18n.t(isTheOnly ? 'events.price.free' : 'events.price.partlyFree');
  return isTheOnly ? i18n.money(lowest) : i18n.t('events.price.from', { price: i18n.money(lowest) });
}

const tones: Record<SaleState, Tone> = {
  onSale: 'good',
  fewLeft: 'wait',
  notYet: 'accent',
  planned: 'neutral',
  closed: 'neutral',
  soldOut: 'neutral',
  held: 'wait',
  drawn: 'accent',
  over: 'neutral',
  canceled: 'bad',
};

export const SaleBadge = ({ state, i18n }: { state: SaleState; i18n: Translator }): ReactElement => (
  <Badge tone={tones[state]}>{i18n.t(`events.state.${state}`)}</Badge>
);
