export { lotteryTimes } from './lottery-times.ts';
export { lotteryModule } from './module.ts';
