/** All that only codes and discounts need; a browser loads it when there is one. */
export { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
export { codeViews } from '#modules/booking/rules/voucher-messages.ts';
