export { timingModule } from './module.ts';
export { timingPart } from './queue/timing-part.tsx';
export { orderTimingsOf } from './read-order-timings.ts';
export { bibLimits } from './read-person.ts';
export { bibsHeldByTiming, isNumberedThere, raceResultsOf } from './read-settings.ts';
export { stopFetching } from './settings/stop-fetching.ts';
export { timingTimes } from './timing-times.ts';
