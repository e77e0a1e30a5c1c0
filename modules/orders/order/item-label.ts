import type { Translator } from '#src/platform/locale.ts';
import type { OrderItem } from '../rules/order-item.ts';

/**
 * What a line of an order is called: fee and shipping by a word of the reader's language, whatever it was ordered in, a
 * voucher with its code.
 */
export function itemLabel({ kind, name, code }: Pick<OrderItem, 'kind' | 'name' | 'code'>, { t }: Translator): string {
  const own = kind === 'of' || kind === 'sc' ? t(`orders.item.${kind}`) : name;
  return code ? t('voucherBox.line', { name: own, code }) : own;
}

export const itemNames = (words: Translator) => ({ of: words.t('orders.item.of'), sc: words.t('orders.item.sc') });
