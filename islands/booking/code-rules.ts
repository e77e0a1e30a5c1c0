/** All that only codes need; a browser loads it when there is one. */
export { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
export { shownCodes } from '#modules/booking/rules/voucher-messages.ts';
