import type { ItemNames } from '#modules/orders/rules/pricing.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { TextKeys, Texts } from '#src/web/island-texts.ts';

export const frameKeys = {
  next: 'ui.form.next',
  back: 'ui.form.back',
  details: 'ui.summary.details',
  empty: 'orders.summary.empty',
  noPrice: 'orders.summary.noPrice',
  requiredNote: 'ui.form.required',
  errorsTitle: 'orders.participants.errorsTitle',
  summary: { title: 'ui.summary.title', total: 'ui.summary.total', note: 'ui.summary.vatIncluded' },
  vouchers: {
    onlyWithVoucher: 'voucherBox.onlyWithVoucher',
    onlyWithVoucherNameless: 'voucherBox.onlyWithVoucherNameless',
    toBox: 'voucherBox.toBox',
  },
  voucherBox: {
    title: 'voucherBox.title',
    label: 'voucherBox.label',
    redeem: 'voucherBox.redeem',
    remove: 'voucherBox.remove',
    noAnswer: 'voucherBox.noAnswer',
    removeCode: 'voucherBox.removeCode',
  },
  serverError: { title: 'ui.error.title', id: 'ui.error.id', close: 'ui.form.close' },
} as const satisfies TextKeys;

export type FrameTexts = Texts<typeof frameKeys> & {
  itemNames: ItemNames;
  codes: Record<string, string>;
  problems: Record<string, string>;
  /** For 0, 1, 2 … remaining. */
  left: string[];
  mend: Partial<Record<BookingStep, { text: string; href: string }>>;
};
