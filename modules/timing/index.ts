export { timingModule } from './module.ts';
export { timingPart } from './queue/timing-part.tsx';
export { orderTimingsOf } from './read-order-timings.ts';
export { raceResultsOf } from './read-settings.ts';
