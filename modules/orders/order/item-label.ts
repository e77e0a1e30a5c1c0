import type { Translator } from '#src/texts/locale.ts';
import type { OrderItem } from '../rules/order-item.ts';

/**
 * What a line of an order is called: fee and shipping by a word of the reader's language, whatever it was ordered in, a
 * voucher with its code. What is kept of a place that was passed on stands beside the fee under its own name.
 */
export function itemLabel({ kind, name, code }: Pick<OrderItem, 'kind' | 'name' | 'code'>, { t }: Translator): string {
  if (kind === 'of' && code === feeOfPlace) return name;
  const own = kind === 'of' || kind === 'sc' ? t(`orders.item.${kind}`) : name;
  return code ? t('voucherBox.line', { name: own, code }) : own;
}

/** Of the line `of` with what is kept of a place that was passed on. */
export const feeOfPlace = 'place';
/** The same without codes of vouchers, for papers and tables that show them elsewhere. */
export const itemLabelAlone = (line: Pick<OrderItem, 'kind' | 'name' | 'code'>, i18n: Translator): string =>
  itemLabel(line.kind === 'voucher' ? { ...line, code: null } : line, i18n);

export const itemNames = (i18n: Translator) => ({ of: i18n.t('orders.item.of'), sc: i18n.t('orders.item.sc') });
