/** Loaded only if there are codes or discounts. */
export { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
export { codeViews } from '#modules/booking/rules/voucher-messages.ts';
