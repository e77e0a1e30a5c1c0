export { lotteryModule } from './module.ts';
export { lotteriesOf } from './read-lotteries.ts';
