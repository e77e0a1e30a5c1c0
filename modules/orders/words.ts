import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { type Translator, translatorFor } from '#src/texts/locale.ts';
import type { OrderRecord } from './read.ts';

/** The words of an order: its language, its event's wording and time zone. */
export const wordsOfOrder = (order: Pick<OrderRecord, 'language' | 'event'>, locale = order.language): Translator =>
  translatorFor(locale, order.event.useAlternateTranslation ? 'packages' : 'standard', order.event.timeZone);

/** What decides whose name stands on what is written about an order. */
export type BrandedOrder = Pick<OrderRecord, 'event' | 'organizers'>;

export const mainOrganizer = ({ organizers }: Pick<OrderRecord, 'organizers'>) =>
  organizers.find((organizer) => organizer.isMain) ?? organizers[0] ?? null;

/** Whose name mails and papers of an event wear: its white label, else the product's. */
export const brandOf = (order: BrandedOrder, i18n: Translator): string =>
  whiteLabelOf(order)?.name ?? i18n.t('ui.product.name');

/** Who sells: the organizer, for whom the platform speaks. */
export const sellerOf = (order: BrandedOrder, i18n: Translator): string =>
  mainOrganizer(order)?.name ?? brandOf(order, i18n);
