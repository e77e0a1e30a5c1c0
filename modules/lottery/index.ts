export { lotteryModule } from './module.ts';
