export { endByPlace } from './end-by-place.ts';
export { waitlistModule } from './module.ts';
export { entryOf, firstInLine } from './read-entries.ts';
