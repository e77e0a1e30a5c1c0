export { limitCodeGuesses } from './code-attempts.ts';
export { vouchersModule } from './module.ts';
export { managedType, previewPath, typeHead } from './pages/type-head.tsx';
export { vouchersOfCodes } from './read-vouchers.ts';
export { lowerRedemption, redeemAgain, redeemVouchers, releaseVouchers } from './redeem.ts';
export { createCode, generateCodes } from './save-codes.ts';
export { createVoucherType } from './save-voucher-types.ts';
export { givesText } from './voucher-texts.ts';
