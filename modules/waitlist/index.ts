export { endByPlace } from './end-by-place.ts';
export { waitlistModule } from './module.ts';
export { entryOf, firstInLine, liveAmong } from './read-entries.ts';
