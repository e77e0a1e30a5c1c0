export { bookingModule } from './module.ts';
