export { vouchersModule } from './module.ts';
export { vouchersOfCodes } from './read-vouchers.ts';
export { type Redemption, redeemAgain, redeemVouchers, releaseVouchers } from './redeem.ts';
export { countWrongCode, isWrongCode, requireFewWrongCodes, tryingCodes } from './wrong-codes.ts';
