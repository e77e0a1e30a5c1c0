import type { Translator } from '#src/platform/locale.ts';
import type { OrderRecord } from '../read.ts';

/**
 * Whether the buyer may go back on the contract, by kind of line (consumer law of the EU, directive 2011/83, article 16
 * letter l): start places of a fixed day not at all, goods for fourteen days from their delivery. A donation is no sale.
 */
export function withdrawalNotes(
  { orderItems }: Pick<OrderRecord, 'orderItems'>,
  contact: string,
  words: Translator,
): string[] {
  const hasPlaces = orderItems.some(({ kind }) => kind === 'ticket');
  const goods = [
    ...new Set(orderItems.filter(({ kind, vat }) => kind === 'article' && vat > 0).map(({ name }) => name)),
  ];
  return [
    ...(hasPlaces ? [words.t('orders.check.withdrawal')] : []),
    ...(goods.length > 0 ? [words.t('ownOrder.withdrawal.goods', { goods: goods.join(', '), contact })] : []),
  ];
}
