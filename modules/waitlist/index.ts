export { type Asker, askerOf, askingLimits, mailboxOf } from './asker.ts';
export { endByPlace } from './end-entry.ts';
export { fillLists } from './fill-lists.ts';
export { entryPath } from './links.ts';
export { waitlistModule } from './module.ts';
export { entryOf, firstInLine, liveAmong, positionOf, statesOfEntries } from './read-entries.ts';
export { closeUnproven, isWaitedFor, offerDrawn, takeDrawn } from './take-drawn.ts';
