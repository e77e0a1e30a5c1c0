export { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
export { codeViews } from '#modules/booking/rules/voucher-messages.ts';
