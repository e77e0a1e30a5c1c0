import { toPercent } from '#src/kernel/money.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { taxesOf } from '../rules/taxes.ts';

/** What of a sum is tax of one rate, in a sentence. */
export const taxText = ({ rate, tax }: ReturnType<typeof taxesOf>[number], words: Translator): string =>
  words.t('orders.tax.included', { tax: words.money(tax), rate: words.number(toPercent(rate)) });
