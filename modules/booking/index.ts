export { closedEventPath } from './booking-frame.tsx';
export { bookingModule } from './module.ts';
